import { seededRandom } from '@/lib/engine/base/random';
import { quantile } from '@/lib/engine/base/stats';

/** A 95 % interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const TAIL = 0.025;
/** Halvings of [0, 1]: more change no double. */
const HALVINGS = 60;

/**
 * The exact binomial (Clopper–Pearson) 95 % interval of a rate of which `hits` of `n` independent trials
 * are evidence; 0 to 1 for no trial. It holds also where nothing was hit, where a bootstrap is empty.
 */
export function binomialInterval(hits: number, n: number): Interval {
  if (n === 0) return { low: 0, high: 1 };
  // P(X ≤ k) falls as p rises.
  const low = hits === 0 ? 0 : solve((p) => 1 - atMost(hits - 1, n, p) < TAIL);
  const high = hits === n ? 1 : solve((p) => atMost(hits, n, p) > TAIL);
  return { low, high };
}

/** The largest p in [0, 1] at which a condition that holds from 0 on still holds. */
function solve(holds: (p: number) => boolean): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** P(X ≤ k) of a binomial with n trials of probability p, 0 < p < 1. */
function atMost(k: number, n: number, p: number): number {
  const odds = Math.log(p) - Math.log1p(-p);
  let term = n * Math.log1p(-p);
  let sum = Math.exp(term);
  for (let i = 1; i <= k; i++) {
    term += Math.log((n - i + 1) / i) + odds;
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}

/** One independent part of a corpus: what its sessions add to a rate's numerator and denominator. */
export interface Cluster {
  readonly sum: number;
  readonly weight: number;
}

const RESAMPLES = 2_000;

/**
 * The bootstrap 95 % interval of Σ sum ÷ Σ weight over clusters drawn with replacement (percentiles of
 * 2,000 draws, the same for the same seed); null for fewer than two clusters, which no draw can vary.
 */
export function bootstrapInterval(clusters: readonly Cluster[], seed = 1): Interval | null {
  if (clusters.length < 2) return null;
  const random = seededRandom(seed);
  return percentiles(() => clusterRate(drawn(clusters, clusters.length, random)));
}

/**
 * The same of `count` clusters that are still to come, if they are like the given ones. They are drawn from
 * clusters that were drawn themselves, so that it is as wide as what few clusters leave unknown.
 */
export function furtherInterval(
  clusters: readonly Cluster[],
  count: number,
  seed = 1,
): Interval | null {
  if (clusters.length < 2) return null;
  const random = seededRandom(seed);
  return percentiles(() =>
    clusterRate(drawn(drawn(clusters, clusters.length, random), count, random)),
  );
}

/** Clusters drawn with replacement. */
const drawn = (
  clusters: readonly Cluster[],
  count: number,
  random: () => number,
): readonly Cluster[] =>
  Array.from(
    { length: count },
    () => clusters[Math.floor(random() * clusters.length)] ?? { sum: 0, weight: 0 },
  );

/** Σ sum ÷ Σ weight; 0 without a weight. */
export function clusterRate(clusters: readonly Cluster[]): number {
  let [sum, weight] = [0, 0];
  for (const one of clusters) {
    sum += one.sum;
    weight += one.weight;
  }
  return weight === 0 ? 0 : sum / weight;
}

function percentiles(draw: () => number): Interval {
  const rates = Float64Array.from({ length: RESAMPLES }, draw).sort();
  return { low: quantile(rates, TAIL), high: quantile(rates, 1 - TAIL) };
}
