import { seededRandom } from '@/lib/base/random';
import { quantile } from '@/lib/base/stats';
import {
  largeSteps,
  missRate,
  SEED_VALUES,
  solveMiss,
  valueRows,
  type RatioSample,
  type SolvedValue,
  type ValueRow,
} from './miss-rate';

/** Requests below so many tokens are left out of the distributions: their ratio is that of the prefix. */
export const LEAST_REAL = 20_000;

/** The ratios that distributions are drawn over, on a logarithmic axis; ratios outside count at its ends. */
export const RATIO_SPAN = { from: 0.9, to: 24, bins: 97 } as const;

/** The ratios of one model's steps. */
export interface ModelRatios {
  readonly model: string;
  readonly generated: boolean;
  readonly steps: number;
  readonly sessions: number;
  readonly median: number;
  readonly p99: number;
  /** Share of steps that each value would have covered. */
  readonly covered: readonly number[];
  /** Heights 0 to 1 over {@link RATIO_SPAN}. */
  readonly density: readonly number[];
}

/** P(miss) at one value, with the 95 % band over clusters. */
export interface MissAt {
  readonly value: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** What the recorded ratios say of the default factor and the cap. */
export interface RatioReport {
  /** Values that every table and chart compares, ascending. */
  readonly values: readonly number[];
  readonly models: readonly ModelRatios[];
  readonly curve: readonly MissAt[];
  readonly solved: SolvedValue | null;
  readonly rows: readonly ValueRow[];
  /** Steps that P(miss) counts, and their sessions' clusters. */
  readonly steps: number;
  readonly clusters: number;
}

/** A sample that knows whether a scenario made it. */
export interface ReportSample extends RatioSample {
  readonly generated: boolean;
  readonly session: string;
}

/** The question that a report answers. */
export interface RatioQuestion {
  /** First steps alone, or every step. */
  readonly kind: 'step' | 'first';
  /** Share of steps that may be missed. */
  readonly share: number;
  readonly window: number;
  readonly threshold: number;
  readonly limit: number;
  /** Today's factor and cap. */
  readonly today: readonly number[];
}

/** Reports on ratios: distributions of all sessions by model, P(miss) of recorded ones alone. */
export function ratioReport(
  samples: readonly ReportSample[],
  { kind, share, window, threshold, limit, today }: RatioQuestion,
): RatioReport {
  const values = [...new Set([...SEED_VALUES, ...today])].sort((a, b) => a - b);
  const asked = kind === 'first' ? samples.filter(({ first }) => first) : samples;
  const drawn = kind === 'first' ? asked : asked.filter(({ real }) => real >= LEAST_REAL);
  const recorded = asked.filter(({ generated }) => !generated);
  const counted = kind === 'first' ? recorded : (largeSteps(recorded, window) as ReportSample[]);
  return {
    values,
    models: modelRatios(drawn, values),
    curve: missCurve(counted),
    solved: solveMiss(counted, share),
    rows: valueRows(counted, values, { threshold, limit }),
    steps: counted.length,
    clusters: new Set(counted.map(({ cluster }) => cluster)).size,
  };
}

function modelRatios(
  samples: readonly ReportSample[],
  values: readonly number[],
): readonly ModelRatios[] {
  const groups = new Map<string, ReportSample[]>();
  for (const sample of samples) {
    const key = `${sample.model ?? 'unknown model'}\n${sample.generated}`;
    const known = groups.get(key);
    if (known) known.push(sample);
    else groups.set(key, [sample]);
  }
  return [...groups.values()]
    .map((own): ModelRatios => {
      const sorted = Float64Array.from(own, ({ ratio }) => ratio).sort();
      return {
        model: own[0]?.model ?? 'unknown model',
        generated: own[0]?.generated === true,
        steps: own.length,
        sessions: new Set(own.map(({ session }) => session)).size,
        median: quantile(sorted, 0.5),
        p99: quantile(sorted, 0.99),
        covered: values.map((value) => 1 - missRate(own, value)),
        density: densityOf(sorted),
      };
    })
    .sort((a, b) => Number(a.generated) - Number(b.generated) || b.steps - a.steps);
}

/** Bins to each side over which a ratio is spread. */
const SPREAD = 3;

/** A smoothed histogram over equal logarithmic bins, its highest bin 1. */
function densityOf(ratios: Float64Array): readonly number[] {
  const { from, to, bins } = RATIO_SPAN;
  const heights = new Float64Array(bins);
  for (const ratio of ratios) {
    const clipped = Math.min(to, Math.max(from, ratio));
    const bin = Math.round((Math.log(clipped / from) / Math.log(to / from)) * (bins - 1));
    for (let off = -SPREAD; off <= SPREAD; off++) {
      const at = Math.min(bins - 1, Math.max(0, bin + off));
      heights[at] = (heights[at] ?? 0) + (SPREAD + 1 - Math.abs(off));
    }
  }
  const most = heights.reduce((a, b) => Math.max(a, b), 0);
  return Array.from(heights, (height) =>
    most === 0 ? 0 : Math.round((1000 * height) / most) / 1000,
  );
}

/** Values of the curve: 1.0 to 10.0 by 0.1. */
const CURVE = Array.from({ length: 91 }, (_, k) => Math.round(10 + k) / 10);
const RESAMPLES = 200;

/** P(miss) over values; the band draws clusters with replacement, the same for the same samples. */
function missCurve(samples: readonly RatioSample[]): readonly MissAt[] {
  if (samples.length === 0) return [];
  const names = [...new Set(samples.map(({ cluster }) => cluster))];
  const indexes = new Map(names.map((name, index) => [name, index]));
  const sizes = new Float64Array(names.length);
  const above = CURVE.map(() => new Float64Array(names.length));
  for (const { cluster, ratio } of samples) {
    const index = indexes.get(cluster) ?? 0;
    sizes[index] = (sizes[index] ?? 0) + 1;
    for (const [k, value] of CURVE.entries()) {
      if (ratio <= value) break;
      const column = above[k];
      if (column) column[index] = (column[index] ?? 0) + 1;
    }
  }
  const draws = drawnWeights(names.length);
  const totals = draws.map((weights) => dot(weights, sizes));
  return CURVE.map((value, k) => {
    const column = above[k] ?? new Float64Array();
    const rates = Float64Array.from(draws, (weights, draw) => {
      const total = totals[draw] ?? 0;
      return total === 0 ? 0 : dot(weights, column) / total;
    }).sort();
    const share = column.reduce((sum, count) => sum + count, 0) / samples.length;
    return { value, share, low: quantile(rates, 0.025), high: quantile(rates, 0.975) };
  });
}

/** How often each cluster is drawn, per draw. */
function drawnWeights(clusters: number): readonly Float64Array[] {
  const random = seededRandom(1);
  return Array.from({ length: RESAMPLES }, () => {
    const weights = new Float64Array(clusters);
    for (let i = 0; i < clusters; i++) {
      const index = Math.floor(random() * clusters);
      weights[index] = (weights[index] ?? 0) + 1;
    }
    return weights;
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
