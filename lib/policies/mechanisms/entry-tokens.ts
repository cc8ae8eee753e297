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
  let low = -1;
  let high = step;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((steps.entries[middle] as number) <= covered) low = middle;
    else high = middle - 1;
  }
  return low;
}
