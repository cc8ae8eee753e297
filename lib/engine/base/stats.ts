import { numberAt } from './read';

/** The `q` quantile (0 to 1) of values sorted upwards, between neighbours linearly; NaN for none. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  if (sorted.length === 0) return NaN;
  const position = (sorted.length - 1) * q;
  const below = Math.floor(position);
  const low = numberAt(sorted, below);
  const high = numberAt(sorted, Math.min(below + 1, sorted.length - 1));
  return low + (high - low) * (position - below);
}

/** The median of values in any order; NaN for none. */
export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** 95 % interval of a share of which `hits` of `n` trials are evidence (Wilson); 0 to 1 for no trial. */
export function shareInterval(hits: number, n: number): readonly [low: number, high: number] {
  if (n === 0) return [0, 1];
  const z = 1.959964;
  const share = hits / n;
  const scale = 1 + (z * z) / n;
  const middle = (share + (z * z) / (2 * n)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
