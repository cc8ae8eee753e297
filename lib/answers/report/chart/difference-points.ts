import { decimate, type Points, type StepRange } from '@/lib/engine/base/decimate';

/** Differences of either sign as a line in few points: each bucket keeps its least and its largest. */
export function differencePoints(
  values: Float64Array,
  range: StepRange,
  points: number,
): Points & { readonly most: number } {
  let least = 0;
  let most = 0;
  for (let row = range.from; row <= range.to; row++) {
    const value = values[row] ?? NaN;
    if (Number.isNaN(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  // Picks know no values below 0.
  const raised = values.map((value) => value - least);
  const steps = decimate(raised, range, points);
  return {
    steps,
    values: steps.map((row) => values[row] ?? NaN),
    most: Math.max(most, -least),
  };
}
