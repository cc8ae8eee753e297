import { floatAt, intAt } from '@/lib/engine/base/read';
import { quantile } from '@/lib/engine/base/stats';
import type { Interval } from '../recommend/intervals';
import { ClusterBins } from './cluster-bins';
import type { PickedRatios } from './corpus-ratios';

/** Values of the seeds, and the cap of today's ContextGuard: drawn into every chart of ratios. */
export const SEED_VALUES = [1.5, 2, 2.5, 5] as const;

/** P(miss) of a value: the share of steps whose ratio is above it. NaN without a step. */
export function missRate(ratios: Float64Array, value: number): number {
  let above = 0;
  for (const ratio of ratios) if (ratio > value) above++;
  return above / ratios.length;
}

/** What one value of the factor, or of the cap, would have done to the steps of a corpus. */
export interface ValueRow {
  readonly value: number;
  /** Share of steps whose ratio it covers. */
  readonly covered: number;
  /** Steps above the limit at which heuristic × value stays below the threshold. */
  readonly letThrough: number;
  /** Median share of the limit left unused where heuristic × value fires; NaN where it never does. */
  readonly unused: number;
  /** The heuristic that fires at this value, in tokens. */
  readonly fires: number;
}

/** What values would have done, the provider's count unknown. */
export function valueRows(
  { ratio, real, heuristic }: PickedRatios,
  values: readonly number[],
  { threshold, limit }: { readonly threshold: number; readonly limit: number },
): readonly ValueRow[] {
  return values.map((value) => {
    const left = new Float64Array(real.length);
    let fired = 0;
    let letThrough = 0;
    for (let step = 0; step < real.length; step++) {
      const known = intAt(real, step);
      if (Math.trunc(intAt(heuristic, step) * value) >= threshold) {
        left[fired++] = Math.max(0, 1 - known / limit);
      } else if (known > limit) letThrough++;
    }
    return {
      value,
      covered: 1 - missRate(ratio, value),
      letThrough,
      unused: quantile(left.subarray(0, fired).sort(), 0.5),
      fires: Math.ceil(threshold / value),
    };
  });
}

/** A value that covers all but a share of the steps, with its interval over clusters. */
export interface SolvedValue extends Interval {
  /** Share of steps that may be above the value. */
  readonly share: number;
  readonly value: number;
}

const SOLVED_RESAMPLES = 400;
/** Values are solved to two decimals, upwards, so that the share holds. */
const GRID = 100;

/**
 * For each share the smallest value, on a grid of 0.01, above which at most so many of the steps lie;
 * its 95 % interval by drawing clusters with replacement, NaN of one cluster. Empty without a step.
 */
export function solveMiss(
  { ratio, cluster, clusters }: PickedRatios,
  shares: readonly number[],
): readonly SolvedValue[] {
  if (ratio.length === 0) return [];
  const ups = ratio.map((one) => Math.ceil(one * GRID));
  const values = Float64Array.from(new Set(ups)).sort().reverse();
  const places = new Map(Array.from(values, (value, place) => [value, place]));
  const bins = new Int32Array(ups.length);
  for (let i = 0; i < bins.length; i++) bins[i] = places.get(floatAt(ups, i)) ?? 0;
  const counted = new ClusterBins(clusters, values.length, cluster, bins);
  const drawn = shares.map(() => new Float64Array(SOLVED_RESAMPLES));
  let draw = 0;
  for (const sums of counted.draws(SOLVED_RESAMPLES, 1)) {
    shares.forEach((share, k) => drawn[k]?.fill(covering(values, sums, share), draw, draw + 1));
    draw++;
  }
  return shares.map((share, k) => {
    const value = covering(values, counted.once(), share);
    const sorted = drawn[k]?.sort() ?? new Float64Array();
    const at = (q: number): number => (clusters < 2 ? NaN : quantile(sorted, q));
    return { share, value, low: at(0.025), high: at(0.975) };
  });
}

/** The value that at most `share` of the steps exceed; values descend. */
function covering(values: Float64Array, sums: Float64Array, share: number): number {
  const most = share * sums.reduce((sum, count) => sum + count, 0);
  let above = 0;
  const place = sums.findIndex((count) => (above += count) > most);
  return floatAt(values, place) / GRID;
}

/** P(miss) at one value, with the 95 % band over clusters. */
export interface MissAt {
  readonly value: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** Values of the curve: 1.0 to 10.0 by 0.1. */
const CURVE = Float64Array.from({ length: 91 }, (_, k) => Math.round(10 + k) / 10);
const CURVE_RESAMPLES = 200;

/** P(miss) over values; the band draws clusters with replacement, the same for the same samples. */
export function missCurve({ ratio, cluster, clusters }: PickedRatios): readonly MissAt[] {
  if (ratio.length === 0) return [];
  const bins = new Int32Array(ratio.length);
  for (let i = 0; i < bins.length; i++) bins[i] = valuesBelow(floatAt(ratio, i));
  const counted = new ClusterBins(clusters, CURVE.length + 1, cluster, bins);
  const rates = Array.from(CURVE, () => new Float64Array(CURVE_RESAMPLES));
  let draw = 0;
  for (const sums of counted.draws(CURVE_RESAMPLES, 1)) {
    sharesAbove(sums).forEach((share, k) => rates[k]?.fill(share, draw, draw + 1));
    draw++;
  }
  const shares = sharesAbove(counted.once());
  return Array.from(CURVE, (value, k) => {
    const sorted = rates[k]?.sort() ?? new Float64Array();
    return {
      value,
      share: floatAt(shares, k),
      low: quantile(sorted, 0.025),
      high: quantile(sorted, 0.975),
    };
  });
}

/** The number of values of the curve that a ratio is above. */
function valuesBelow(ratio: number): number {
  let below = Math.min(CURVE.length, Math.max(0, Math.floor((ratio - 1) * 10) - 1));
  while (below < CURVE.length && ratio > floatAt(CURVE, below)) below++;
  return below;
}

/** By value of the curve: the share of steps above it. */
function sharesAbove(sums: Float64Array): Float64Array {
  const total = sums.reduce((sum, count) => sum + count, 0);
  let above = total;
  return CURVE.map((_, k) => (above -= floatAt(sums, k)) / total);
}
