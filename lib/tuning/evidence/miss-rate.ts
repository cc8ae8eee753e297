import { seededRandom } from '@/lib/base/random';
import { quantile } from '@/lib/base/stats';
import type { Interval } from '../recommend/intervals';
import type { RatioStep } from './session-evidence';

/** A step's ratio and the cluster of its session: steps of one session are not independent. */
export interface RatioSample extends RatioStep {
  readonly cluster: string;
}

/** Values of the seeds, and the cap of today's ContextGuard: drawn into every chart of ratios. */
export const SEED_VALUES = [1.5, 2, 2.5, 5] as const;

/**
 * Steps whose request is large enough that a miss would matter. The ratio holds the prefix that a
 * recording lacks, so it falls as a session grows: small requests say nothing of large ones.
 */
export const largeSteps = (
  samples: readonly RatioSample[],
  window: number,
): readonly RatioSample[] => samples.filter(({ real }) => real >= window / 2);

/** P(miss) of a value: the share of steps whose ratio is above it. NaN without a step. */
export const missRate = (samples: readonly RatioSample[], value: number): number =>
  samples.length === 0 ? NaN : samples.filter(({ ratio }) => ratio > value).length / samples.length;

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
  samples: readonly RatioSample[],
  values: readonly number[],
  { threshold, limit }: { readonly threshold: number; readonly limit: number },
): readonly ValueRow[] {
  return values.map((value) => {
    const fired = samples.filter(({ heuristic }) => Math.trunc(heuristic * value) >= threshold);
    const missed = samples.filter(
      ({ heuristic, real }) => real > limit && Math.trunc(heuristic * value) < threshold,
    );
    const left = Float64Array.from(fired, ({ real }) => Math.max(0, 1 - real / limit)).sort();
    return {
      value,
      covered: 1 - missRate(samples, value),
      letThrough: missed.length,
      unused: quantile(left, 0.5),
      fires: Math.ceil(threshold / value),
    };
  });
}

/** A value that covers all but a share of the steps, with its interval over clusters. */
export interface SolvedValue extends Interval {
  readonly value: number;
  readonly steps: number;
  readonly clusters: number;
}

const RESAMPLES = 400;
/** Values are solved to two decimals, upwards, so that the share holds. */
const GRID = 100;

/**
 * The smallest value, on a grid of 0.01, above which at most `share` of the steps lie; its 95 % interval
 * by drawing clusters with replacement. Null without a step.
 */
export function solveMiss(
  samples: readonly RatioSample[],
  share: number,
  seed = 1,
): SolvedValue | null {
  if (samples.length === 0) return null;
  const sorted = [...samples].sort((a, b) => b.ratio - a.ratio);
  const names = [...new Set(samples.map(({ cluster }) => cluster))];
  const indexes = new Map(names.map((name, index) => [name, index]));
  const clusters = Int32Array.from(sorted, ({ cluster }) => indexes.get(cluster) ?? 0);
  const ratios = Float64Array.from(sorted, ({ ratio }) => ratio);
  const random = seededRandom(seed);
  const drawn = Float64Array.from({ length: RESAMPLES }, () => {
    const weights = new Int32Array(names.length);
    for (const _ of names) {
      const index = Math.floor(random() * names.length);
      weights[index] = (weights[index] ?? 0) + 1;
    }
    return covering(ratios, clusters, weights, share);
  }).sort();
  const value = covering(ratios, clusters, new Int32Array(names.length).fill(1), share);
  return {
    value,
    steps: samples.length,
    clusters: names.length,
    low: names.length < 2 ? NaN : quantile(drawn, 0.025),
    high: names.length < 2 ? NaN : quantile(drawn, 0.975),
  };
}

/** The value that at most `share` of the weighted steps exceed; ratios descend. */
function covering(
  ratios: Float64Array,
  clusters: Int32Array,
  weights: Int32Array,
  share: number,
): number {
  const weightOf = (i: number): number => weights[clusters[i] ?? 0] ?? 0;
  let total = 0;
  for (let i = 0; i < ratios.length; i++) total += weightOf(i);
  let above = 0;
  let i = 0;
  for (; i < ratios.length; i++) {
    above += weightOf(i);
    if (above > share * total) break;
  }
  return Math.ceil((ratios[i] ?? 0) * GRID) / GRID;
}
