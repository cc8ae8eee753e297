/**
 * The first integer of `from` … `to − 1` for which `holds` is true; `to` if there is none. `holds`
 * must stay true once it is true; it is called about log₂(to − from) times. Both ends are integers,
 * less than 2³² apart.
 * The last integer for which something is true is one less than the first for which it is false.
 */
export function firstWhere(from: number, to: number, holds: (value: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = low + ((high - low) >>> 1);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Index of the first of ascending numbers that is at least `least`; their count if there is none.
 */
export const firstAtLeast = (numbers: ArrayLike<number>, least: number): number =>
  firstWhere(0, numbers.length, (index) => (numbers[index] ?? Infinity) >= least);

/** The newest of some spans, ascending by their first step, that has begun at a step; undefined for none. */
export const spanAt = <T extends { readonly from: number }>(
  spans: readonly T[],
  step: number,
): T | undefined => spans[firstWhere(0, spans.length, (k) => (spans[k]?.from ?? 0) > step) - 1];
