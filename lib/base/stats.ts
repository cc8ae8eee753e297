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
