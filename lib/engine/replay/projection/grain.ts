const GRAIN = 2 ** 20;

/** Rounds to a multiple of 2^-20: sums of such numbers are exact in doubles. */
export const grain = (value: number): number => Math.round(value * GRAIN) / GRAIN;

/** Sums of the first 0, 1, 2 … values. */
export function prefixSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = (sums[i] ?? 0) + (values[i] ?? 0);
  return sums;
}
