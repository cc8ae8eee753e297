import { likelySteps } from '@/lib/analysis/explain/ledger-decision';
import { mayCompactOf, type MayCompact } from '@/lib/analysis/explain/likely';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { ownTotals } from '@/lib/policies/own-totals';
import { CellSettings, planPolicies, setsWindow } from './cell-settings';
import type { SweepCell, SweepPlan } from './plan';
import { totalsAt, type SweepResults } from './sweep-results';

/** Steps replayed between two pauses. */
const SLICE = 100_000;

/** A sweep that has ended. */
interface Swept {
  readonly plan: SweepPlan;
  readonly cells: readonly SweepCell[];
  readonly results: SweepResults;
}

/**
 * What may compact under each cell of a sweep: decisions whose margin lies inside the band. Totals do not
 * tell it, so each session is replayed again under each cell, but for those that send what was recorded.
 * Yields replays done and to be done, so that a host can pause.
 */
export function* mayCompactByCell(
  sessions: readonly Replayable[],
  { plan, cells, results }: Swept,
): Generator<{ readonly done: number; readonly of: number }, readonly (MayCompact | null)[], void> {
  const policies = planPolicies(plan);
  const settings = new CellSettings(plan, cells);
  const chances = cells.map((): (readonly number[])[] => []);
  let steps = 0;
  for (const [row, session] of sessions.entries()) {
    const { head, stepCount } = session.profile;
    const settingsOf = settings.of(head);
    const limit = plan.limit ?? head.limit?.tokens ?? null;
    let into: Replay | undefined;
    for (const [index, { column }] of cells.entries()) {
      const policy = policies[column];
      if (policy === undefined) throw new RangeError(`There is no cell ${index}`);
      // What a run for totals knows changes a request by a compaction alone.
      const held = ownTotals(policy) !== undefined && head.compactions.length === 0;
      if (held && totalsAt(results, row, index)?.compactions === 0) continue;
      const isWindowSet = setsWindow(plan.columns[column]);
      into = replay(session, policy, settingsOf(index), {
        ...{ limit, isWindowSet },
        ...(into !== undefined && { into }),
      });
      chances[index]?.push(likelySteps(into));
      steps += stepCount;
      if (steps < SLICE) continue;
      steps = 0;
      yield { done: row * cells.length + index + 1, of: sessions.length * cells.length };
    }
  }
  return chances.map(mayCompactOf);
}
