import { firstWhere } from '@/lib/engine/base/search';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import type { StepColumns } from '@/lib/engine/tokens/profile';
import type { Estimator } from '@/lib/engine/tokens/estimator';

/** Heuristic of the entries from `from` to the request's last, thoughts of the turn included. */
export function entryTokens(
  { sum, thoughtSum }: Pick<Estimator, 'sum' | 'thoughtSum'>,
  steps: StepColumns,
  step: number,
  from: number,
): number {
  const n = intAt(steps.entries, step);
  const turn = intAt(steps.turnStart, step);
  return sumBetween(sum, from, n) + sumBetween(thoughtSum, from > turn ? from : turn, n);
}

/**
 * The last step up to `step` whose whole log lies before `covered`: hidden growth up to it is out of
 * the request; −1 for none.
 */
export function lastCoveredStep(steps: StepColumns, step: number, covered: number): number {
  // The tail that stays is short, so look from the end.
  let low = step;
  let reach = 1;
  while (low >= 0 && intAt(steps.entries, low) > covered) {
    low = Math.max(-1, low - reach);
    reach *= 2;
  }
  const high = Math.min(step, low + reach);
  return firstWhere(low + 1, high + 1, (at) => intAt(steps.entries, at) > covered) - 1;
}
