import type { StepColumns } from '@/lib/tokens/profile';
import type { Ruler } from '@/lib/tokens/ruler';

/** Heuristic of the entries from `from` to the request's last, thoughts of the turn included. */
export function entryTokens(
  { sum, thoughtSum }: Pick<Ruler, 'sum' | 'thoughtSum'>,
  steps: StepColumns,
  step: number,
  from: number,
): number {
  const n = steps.entries[step] as number;
  const turn = steps.turnStart[step] as number;
  return (
    (sum[n] as number) -
    (sum[from] as number) +
    (thoughtSum[n] as number) -
    (thoughtSum[from > turn ? from : turn] as number)
  );
}

/**
 * The last step up to `step` whose whole log lies before `covered`: hidden growth up to it is out of
 * the request; −1 for none.
 */
export function lastCoveredStep(steps: StepColumns, step: number, covered: number): number {
  // The tail that stays is short, so look from the end.
  let low = step;
  let reach = 1;
  while (low >= 0 && (steps.entries[low] as number) > covered) {
    low = Math.max(-1, low - reach);
    reach *= 2;
  }
  let high = Math.min(step, low + reach);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((steps.entries[middle] as number) <= covered) low = middle;
    else high = middle - 1;
  }
  return low;
}
