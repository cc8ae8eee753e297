import type { Settings } from '@/lib/policies/contract/fields';
import type { Policy } from '@/lib/policies/contract/policy';
import type { Replayable } from '@/lib/replay/prepare';
import { breakpoints } from '../breakpoints/breakpoints';
import { mergedPieces } from '../breakpoints/merged-pieces';
import type { Piece } from '../breakpoints/piece-list';
import { exactEdges } from './exact-edges';
import type { Edge, Recommendation } from './recommendation';
import { CellSettings, planPolicies } from '../sweep/cell-settings';
import type { SweepPlan } from '../sweep/plan';
import { cellAt, decidingRows, type TuneField } from './tune-field';

/** Sessions of a field as replays need them. */
export interface EdgeSessions {
  readonly policy: Policy;
  /** The session of a row. */
  readonly session: (row: number) => Replayable;
  /** Its settings under the choice. */
  readonly settings: (row: number) => Settings;
  /** Its limit; null: unknown. */
  readonly limit: (row: number) => number | null;
}

/**
 * The edges of a recommendation, found along each setting over every recorded session instead of on
 * the grid. A setting of a policy without certificates, whose values are too many to be replayed,
 * keeps the edges of the grid. Yields between sessions, so that a host can pause.
 */
export function* corpusEdges(
  field: TuneField,
  { choice, edges, unavoidable }: Recommendation,
  sessions: EdgeSessions,
): Generator<null, readonly Edge[], void> {
  const { column, constraints } = field;
  const rows = decidingRows(field);
  const found: Edge[] = [];
  for (const [axis, { setting, values }] of column.axes.entries()) {
    const [from = NaN, to = NaN] = [values[0], values.at(-1)];
    const all: (readonly Piece[])[] = [];
    let exact = true;
    for (const row of rows) {
      const limit = sessions.limit(row);
      const given = { from, to, limit, budget: BUDGET };
      const one = breakpoints(
        sessions.session(row),
        sessions.policy,
        sessions.settings(row),
        setting,
        given,
      );
      exact &&= one.exact;
      all.push(one.pieces);
      yield null;
      if (!exact) break;
    }
    const value = values[choice.place[axis] ?? 0] ?? NaN;
    const bounds = {
      overflowing: constraints.overflowing + unavoidable.overflow.length,
      looping: constraints.looping + unavoidable.loop.length,
      most: setting === 'window' ? constraints.limit : null,
    };
    found.push(
      ...(exact
        ? exactEdges(setting, value, mergedPieces(all), bounds)
        : edges.filter((edge) => edge.setting === setting)),
    );
  }
  return found;
}

/** Sessions of a field by row, as a sweep of its first column replays them. */
export function edgeSessions(
  field: TuneField,
  { choice }: Recommendation,
  plan: SweepPlan,
  sessions: readonly Replayable[],
): EdgeSessions {
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
    settings: (row) => cells.of(session(row).profile.head)(cellAt(field, choice.place)),
    limit: (row) => plan.limit ?? session(row).profile.head.limit?.tokens ?? null,
  };
}

/** Steps that one session may replay where its policy has no certificates. */
const BUDGET = 300_000;
