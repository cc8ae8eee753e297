import { numberAt } from '@/lib/engine/base/read';

/** Fewest values whose median has a 95 % interval: of fewer even the least and the greatest hold it less often. */
const ENOUGH_VALUES = 6;

/** From here on the binomial distribution is taken for a normal one. */
const MANY_VALUES = 1_000;

/**
 * 95 % interval of the median of which the values, sorted upwards, are evidence: two of the values
 * themselves, by their ranks (the sign test). Null for fewer than six.
 */
export function medianInterval(
  sorted: ArrayLike<number>,
): readonly [low: number, high: number] | null {
  const n = sorted.length;
  if (n < ENOUGH_VALUES) return null;
  const below = n < MANY_VALUES ? exactRank(n) : Math.floor((n - 1.959964 * Math.sqrt(n)) / 2) - 1;
  return [numberAt(sorted, below), numberAt(sorted, n - 1 - below)];
}

/** The most values of `n` on one side of their median with a chance of at most 2.5 %, less one. */
function exactRank(n: number): number {
  let chance = 2 ** -n;
  let sum = 0;
  for (let k = 0; ; k++) {
    sum += chance;
    if (sum > 0.025) return k - 1;
    chance *= (n - k) / (k + 1);
  }
}
