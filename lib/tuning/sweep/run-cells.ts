import type { Replayable } from '@/lib/engine/replay/prepare';
import { sessionKernel, type SessionKernel } from '../kernel/session-kernel';
import { planPolicies, setsWindow, type CellSettings } from './cell-settings';
import type { SweepCell, SweepPlan } from './plan';
import { putTotals, type SweepResults } from './sweep-results';

/** Cells to run of every session of a sweep, by index, and their settings. */
export interface CellRun {
  readonly plan: SweepPlan;
  readonly cells: readonly SweepCell[];
  readonly settings: CellSettings;
  readonly order: readonly number[];
}

/**
 * Replays one session under the cells of a run, from the `from`-th on, until `pause` says so; stores
 * their totals in row `row` and returns how many are done.
 */
export function runCells(
  session: Replayable,
  { plan, cells, settings, order }: CellRun,
  { results, row }: { readonly results: SweepResults; readonly row: number },
  from = 0,
  pause: () => boolean = () => false,
): number {
  const policies = planPolicies(plan);
  const { head } = session.profile;
  const settingsOf = settings.of(head);
  const limit = plan.limit ?? head.limit?.tokens ?? null;
  const kernels = new Map<number, SessionKernel>();
  for (let k = from; k < order.length; k++) {
    const index = order[k] ?? -1;
    const column = cells[index]?.column ?? -1;
    const policy = policies[column];
    if (policy === undefined) throw new RangeError(`There is no cell ${index}`);
    const kernel =
      kernels.get(column) ?? sessionKernel(session, policy, setsWindow(plan.columns[column]));
    kernels.set(column, kernel);
    putTotals(results, row, index, kernel.run(settingsOf(index), limit));
    if (pause()) return k + 1;
  }
  return order.length;
}
