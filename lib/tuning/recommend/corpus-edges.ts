import { cellAt } from '../region/cell-space';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { breakpoints } from '../breakpoints/breakpoints';
import { mergedPieces, type MergedPiece } from '../breakpoints/merged-pieces';
import { alongSetting, type AlongSetting } from '../breakpoints/merged-plateaus';
import type { Piece } from '../breakpoints/piece-list';
import { exactEdges, wishAt, type Edge, type Wish } from './exact-edges';
import type { Recommendation } from './recommendation';
import { CellSettings, planPolicies } from '../sweep/cell-settings';
import type { SweepPlan } from '../sweep/plan';
import { decidingRows, type TuneField } from './tune-field';

/** Sessions of a field as replays need them. */
export interface FieldSessions {
  readonly policy: Policy;
  /** The session of a row. */
  readonly session: (row: number) => Replayable;
  /** Its settings at the place. */
  readonly settings: (row: number) => Settings;
  /** Its limit; null: unknown. */
  readonly limit: (row: number) => number | null;
}

/** What is found over every value of each setting. */
export interface Searched {
  readonly edges: readonly Edge[];
  /** For the generated sessions that fail: the nearest value of each setting at which none does. */
  readonly wishes: readonly Wish[];
  /** Outcomes of the recorded sessions along each setting whose pieces are exact. */
  readonly along: readonly AlongSetting[];
}

/**
 * The edges of a recommendation, and what generated sessions ask for, found along each setting over
 * every session instead of on the grid. A setting of a policy without certificates, whose values are
 * too many to be replayed, keeps the edges of the grid. Yields between sessions, so that a host can
 * pause.
 */
export function* corpusEdges(
  field: TuneField,
  { choice, edges, unavoidable, generated }: Recommendation,
  sessions: FieldSessions,
): Generator<null, Searched, void> {
  const { column, constraints } = field;
  const found: Edge[] = [];
  const wishes: Wish[] = [];
  const along: AlongSetting[] = [];
  for (const [axis, { setting, values }] of column.axes.entries()) {
    const range = { setting, from: values[0] ?? NaN, to: values.at(-1) ?? NaN };
    const pieces = yield* piecesOf(decidingRows(field), sessions, range);
    if (pieces === null) {
      found.push(...edges.filter((edge) => edge.setting === setting));
      continue;
    }
    const value = values[choice.place[axis] ?? 0] ?? NaN;
    const bounds = {
      overflowing: constraints.overflowing + unavoidable.overflow.length,
      looping: constraints.looping + unavoidable.loop.length,
      most: setting === 'window' ? constraints.limit : null,
    };
    along.push(alongSetting(setting, pieces));
    found.push(...exactEdges(setting, value, pieces, bounds));
    if (generated === null) continue;
    const failing = yield* piecesOf(generated.rows, sessions, range);
    const wish = failing && wishAt(setting, value, { failing, pieces }, bounds);
    if (wish !== null) wishes.push(wish);
  }
  return { edges: found, wishes, along };
}

/** Merged pieces of some rows along a setting; null where they are not exact. */
function* piecesOf(
  rows: readonly number[],
  { policy, session, settings, limit }: FieldSessions,
  { setting, from, to }: { readonly setting: string; readonly from: number; readonly to: number },
): Generator<null, readonly MergedPiece[] | null, void> {
  const all: (readonly Piece[])[] = [];
  for (const row of rows) {
    const given = { from, to, limit: limit(row), budget: BUDGET };
    const one = breakpoints(session(row), policy, settings(row), setting, given);
    if (!one.exact) return null;
    all.push(one.pieces);
    yield null;
  }
  return mergedPieces(all);
}

/** Sessions of a field by row, as a sweep of its first column replays them at one of its places. */
export function fieldSessions(
  field: TuneField,
  place: readonly number[],
  plan: SweepPlan,
  sessions: readonly Replayable[],
): FieldSessions {
  const [policy] = planPolicies(plan);
  if (policy === undefined) throw new RangeError('A sweep has at least one policy');
  const cells = new CellSettings(plan, field.cells);
  const session = (row: number): Replayable => {
    const found = sessions[row];
    if (found === undefined) throw new RangeError(`There is no session in row ${row}`);
    return found;
  };
  return {
    policy,
    session,
    settings: (row) => cells.of(session(row).profile.head)(cellAt(field, place)),
    limit: (row) => plan.limit ?? session(row).profile.head.limit?.tokens ?? null,
  };
}

/** Steps that one session may replay where its policy has no certificates. */
const BUDGET = 300_000;
