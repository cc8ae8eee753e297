import type { StepRange } from '@/lib/engine/base/decimate';

/** Ranges that the shown one lies in, the widest first: the way back out of a zoom. */
export type RangeTrail = readonly StepRange[];

const holds = (outer: StepRange, inner: StepRange): boolean =>
  outer.from <= inner.from && inner.to <= outer.to && width(outer) > width(inner);

const width = ({ from, to }: StepRange): number => to - from;

/**
 * The trail once `next` is shown instead of `now`: the ranges around it. `goesOn` is true while one
 * gesture changes the range again, whose steps between are no stations.
 */
export function trailAfter(
  trail: RangeTrail,
  now: StepRange,
  next: StepRange,
  { goesOn = false }: { readonly goesOn?: boolean } = {},
): RangeTrail {
  const stations = goesOn ? trail : [...trail, now];
  return stations.filter((range) => holds(range, next));
}
