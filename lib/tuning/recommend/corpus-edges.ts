import type { Settings } from '@/lib/policies/contract/fields';
import type { Policy } from '@/lib/policies/contract/policy';
import type { Replayable } from '@/lib/replay/prepare';
import { breakpoints } from '../breakpoints/breakpoints';
import { mergedPieces } from '../breakpoints/merged-pieces';
import type { Piece } from '../breakpoints/piece-list';
import { exactEdges } from './exact-edges';
import type { Edge, Recommendation } from './recommendation';
import { decidingRows, type TuneField } from './tune-field';

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

/** Steps that one session may replay where its policy has no certificates. */
const BUDGET = 300_000;
