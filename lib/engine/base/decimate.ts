import { firstWhere } from './search';

/** Points of a line: ascending steps, a value each; NaN breaks the line. */
export interface Points {
  readonly steps: number[];
  readonly values: number[];
}

/** A range of steps, both ends included. */
export interface StepRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Picks the steps of a range worth drawing: all of them when they are at most `budget`, else the
 * smallest and the largest known value of each of equally wide buckets, and the first and last step
 * of the range. Buckets depend on range and budget alone, so a line does not shiver while a setting
 * moves. Values below 0 and NaN are unknown; a bucket without any known value yields its first step.
 * `kept` (ascending) are always picked.
 */
export function decimate(
  values: ArrayLike<number>,
  { from, to }: StepRange,
  budget: number,
  kept: readonly number[] = [],
): number[] {
  const total = to - from + 1;
  if (total <= budget) return Array.from({ length: Math.max(0, total) }, (_, k) => from + k);
  const buckets = Math.max(1, Math.floor((budget - kept.length) / 2));
  const width = total / buckets;
  const picked: number[] = [];
  let next = 0;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const start = from + Math.floor(bucket * width);
    const end = bucket === buckets - 1 ? to + 1 : from + Math.floor((bucket + 1) * width);
    const { low, high } = extremes(values, start, end);
    const here = [low, high];
    if (bucket === 0) here.push(from);
    if (bucket === buckets - 1) here.push(to);
    while (next < kept.length && (kept[next] as number) < end) here.push(kept[next++] as number);
    here.sort((a, b) => a - b);
    for (const step of here) if (picked[picked.length - 1] !== step) picked.push(step);
  }
  return picked;
}

/** Steps of the smallest and largest known value; the first step where nothing is known. */
function extremes(
  values: ArrayLike<number>,
  start: number,
  end: number,
): { readonly low: number; readonly high: number } {
  let low = -1;
  let high = -1;
  let least = Infinity;
  let most = -1;
  for (let i = start; i < end; i++) {
    const value = values[i] as number;
    if (!(value >= 0)) continue;
    if (value < least) {
      least = value;
      low = i;
    }
    if (value > most) {
      most = value;
      high = i;
    }
  }
  return low < 0 ? { low: start, high: start } : { low, high };
}

/** At most one of `steps` (ascending) in each of `columns` equal slices of the range. */
export function onePerColumn(
  steps: readonly number[],
  range: StepRange,
  columns: number,
): readonly number[] {
  const kept: number[] = [];
  for (
    let k = 0;
    k < steps.length;
    k = columnEnd(steps, k, (step) => columnOf(step, range, columns))
  ) {
    kept.push(steps[k] as number);
  }
  return kept;
}

/** Index behind the last of ascending steps in the column of the one at `from`; quick where a column holds many. */
export function columnEnd(
  steps: readonly number[],
  from: number,
  columnAt: (step: number) => number,
): number {
  const column = columnAt(steps[from] as number);
  const isBehind = (k: number): boolean => columnAt(steps[k] as number) > column;
  // Most columns end soon: only as far as needed is searched.
  let far = 1;
  while (from + far < steps.length && !isBehind(from + far)) far *= 2;
  return firstWhere(from + (far >> 1) + 1, Math.min(from + far, steps.length), isBehind);
}

/** The slice of the range a step falls in, from 0. */
export function columnOf(step: number, { from, to }: StepRange, columns: number): number {
  const span = Math.max(1, to - from);
  return Math.min(columns - 1, Math.floor(((step - from) / span) * columns));
}
