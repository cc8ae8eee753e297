/**
 * Outcomes of one session along one setting: steps that compact, their passes, steps that overflow, a
 * loop. They are piecewise constant, so every piece can be found without a replay of every value.
 */
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { requestsOf } from '@/lib/engine/replay/session-form';
import { SessionBounds } from './session-bounds';
import { certifiedPieces } from './certified-pieces';
import { PieceList, type Piece } from './piece-list';
import { replayedPieces } from './replayed-pieces';
import { settingGrid } from './setting-grid';

/** All pieces of a range, ascending, and how they were found. */
export interface Breakpoints {
  readonly pieces: readonly Piece[];
  /** Every value of the setting's grid has the outcome of its piece. */
  readonly exact: boolean;
  readonly method: 'certificates' | 'every value' | `grid of ${number}`;
  /** Runs that were needed. */
  readonly replays: number;
}

/** Range of a setting, both ends included, and what is the same in all of it. */
export interface BreakpointRange {
  readonly from: number;
  readonly to: number;
  /** The provider's limit; null: unknown. */
  readonly limit: number | null;
  /** Steps that may be replayed where a policy needs a replay for every value. */
  readonly budget?: number;
}

/** Steps replayed for the pieces of a policy that has no certificates, if nothing else is asked for. */
const BUDGET = 5_000_000;

/** The pieces of a session's outcome along a setting, the other settings as given. */
export function breakpoints(
  session: Replayable,
  policy: Policy,
  settings: Settings,
  setting: string,
  range: BreakpointRange,
): Breakpoints {
  const search = searchBreakpoints(session, policy, settings, setting, range);
  for (;;) {
    const { done, value } = search.next();
    if (done === true) return value;
  }
}

/** The same, run by run: between two of them the caller may do something else, or leave it. */
export function* searchBreakpoints(
  session: Replayable,
  policy: Policy,
  settings: Settings,
  setting: string,
  { from, to, limit, budget = BUDGET }: BreakpointRange,
): Generator<void, Breakpoints> {
  const field = settingFields(policy).find(({ key }) => key === setting);
  if (field === undefined) throw new RangeError(`${policy.id} has no setting "${setting}"`);
  const grid = settingGrid(field, from, to);
  if (grid.count === 0) throw new RangeError(`${setting} has no value from ${from} to ${to}`);
  const along = (k: number): Settings => ({ ...settings, [setting]: grid.at(k) });
  const list = new PieceList(grid);
  const bounded = SessionBounds.of(session, policy, along(0), setting, limit);
  if (bounded !== null) {
    const { prefix } = requestsOf(session, policy, along(0)).estimator;
    const threshold = (k: number): number => policy.decision?.threshold(along(k), prefix) ?? NaN;
    const replays = yield* certifiedPieces(bounded, { along, threshold, count: grid.count }, list);
    return { pieces: list.pieces, exact: true, method: 'certificates', replays };
  }
  const most = Math.floor(budget / Math.max(1, session.profile.stepCount));
  const isWindowSet = setting === 'window';
  const range = { session, policy, limit, isWindowSet, along, count: grid.count, most };
  const { every, values, replays } = yield* replayedPieces(range, list);
  const method = every ? 'every value' : (`grid of ${values}` as const);
  return { pieces: list.pieces, exact: every, method, replays };
}
