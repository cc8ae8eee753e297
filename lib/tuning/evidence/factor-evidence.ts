import { seededRandom } from '@/lib/base/random';
import { quantile } from '@/lib/base/stats';
import type { Interval } from '../recommend/intervals';
import type { CoveredSession } from './coverage';
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

/** Ratios of a model's steps, and the share of them that each of the seeds' values covers. */
export interface ModelRatios {
  readonly model: string;
  /** Over the first steps of its sessions, or over all steps. */
  readonly first: boolean;
  readonly steps: number;
  readonly sessions: number;
  readonly quantiles: Readonly<Record<'p1' | 'p10' | 'p50' | 'p90' | 'p99', number>>;
  /** Share covered by each value of {@link FactorEvidence.values}. */
  readonly covered: readonly number[];
}

/** A point of the curve of P(miss), with its 95 % band over sessions. */
export interface MissPoint extends Interval {
  readonly value: number;
  readonly rate: number;
}

/** What recorded usage says of the default factor and of the cap. */
export interface FactorEvidence {
  /** Values compared: the seeds' and those asked for. */
  readonly values: readonly number[];
  readonly models: readonly ModelRatios[];
  /** Steps of at least half the window: the only ones the rest counts. */
  readonly steps: number;
  readonly sessions: number;
  readonly curve: readonly MissPoint[];
  readonly rows: readonly ValueRow[];
  /** The value above which at most `share` of those steps lie; null without a step. */
  readonly solved: (SolvedValue & { readonly share: number }) | null;
}

/** Settings the evidence is judged by. */
export interface FactorQuestion {
  readonly window: number;
  readonly threshold: number;
  readonly limit: number;
  /** Share of steps that may be missed. */
  readonly share: number;
  /** Values compared besides the seeds'. */
  readonly also: readonly number[];
}

const CURVE_POINTS = 46;
const CURVE_STEP = 0.2;
const RESAMPLES = 200;

/** Reads factor and cap off the recorded sessions of a corpus. */
export function factorEvidence(
  sessions: readonly CoveredSession[],
  { window, threshold, limit, share, also }: FactorQuestion,
): FactorEvidence {
  const recorded = sessions.filter(({ facts }) => !facts.generated);
  const samples = recorded.flatMap(({ facts, evidence }) =>
    evidence.ratios.map((step): RatioSample => ({ ...step, cluster: facts.cluster })),
  );
  const large = largeSteps(samples, window);
  const values = [...new Set([...SEED_VALUES, ...also])].sort((a, b) => a - b);
  const solved = solveMiss(large, share);
  return {
    values,
    models: modelRatios(recorded, values),
    steps: large.length,
    sessions: new Set(large.map(({ cluster }) => cluster)).size,
    curve: missCurve(large),
    rows: valueRows(large, values, { threshold, limit }),
    solved: solved === null ? null : { ...solved, share },
  };
}

/** Rows by model, all steps and first steps apart; the model with the most steps first. */
function modelRatios(
  sessions: readonly CoveredSession[],
  values: readonly number[],
): readonly ModelRatios[] {
  const found = new Map<string, { ratios: number[]; sessions: Set<number> }>();
  const add = (key: string, ratio: number, session: number): void => {
    const row = found.get(key) ?? { ratios: [], sessions: new Set() };
    found.set(key, row);
    row.ratios.push(ratio);
    row.sessions.add(session);
  };
  for (const [index, { evidence }] of sessions.entries()) {
    for (const { model, ratio, first } of evidence.ratios) {
      const name = model ?? 'unknown model';
      add(`0 ${name}`, ratio, index);
      if (first) add(`1 ${name}`, ratio, index);
    }
  }
  return [...found]
    .map(([key, row]): ModelRatios => {
      const sorted = Float64Array.from(row.ratios).sort();
      const at = (q: number): number => quantile(sorted, q);
      return {
        model: key.slice(2),
        first: key.startsWith('1'),
        steps: sorted.length,
        sessions: row.sessions.size,
        quantiles: { p1: at(0.01), p10: at(0.1), p50: at(0.5), p90: at(0.9), p99: at(0.99) },
        covered: values.map((value) => countAtMost(sorted, value) / sorted.length),
      };
    })
    .sort((a, b) => b.steps - a.steps || (a.model < b.model ? -1 : 1));
}

/** Number of ascending values that are at most `most`. */
function countAtMost(sorted: Float64Array, most: number): number {
  const above = sorted.findIndex((value) => value > most);
  return above < 0 ? sorted.length : above;
}

/** P(miss) from 1.0 in steps of 0.2, and its band by drawing clusters with replacement. */
function missCurve(samples: readonly RatioSample[]): readonly MissPoint[] {
  if (samples.length === 0) return [];
  const clusters = new Map<string, RatioSample[]>();
  for (const sample of samples) {
    const own = clusters.get(sample.cluster);
    if (own) own.push(sample);
    else clusters.set(sample.cluster, [sample]);
  }
  const groups = [...clusters.values()];
  const random = seededRandom(1);
  const draws = Array.from({ length: RESAMPLES }, () =>
    groups.map(() => Math.floor(random() * groups.length)),
  );
  return Array.from({ length: CURVE_POINTS }, (_, point) => {
    const value = Number((1 + point * CURVE_STEP).toFixed(1));
    const missed = groups.map((own) => own.filter(({ ratio }) => ratio > value).length);
    const rates = Float64Array.from(draws, (draw) => {
      const steps = draw.reduce((sum, group) => sum + (groups[group]?.length ?? 0), 0);
      return draw.reduce((sum, group) => sum + (missed[group] ?? 0), 0) / steps;
    }).sort();
    const rate = missRate(samples, value);
    // One session varies with no draw: its band is unknown, not narrow.
    const band = groups.length < 2 ? [0, 1] : [quantile(rates, 0.025), quantile(rates, 0.975)];
    return { value, rate, low: band[0] ?? 0, high: band[1] ?? 1 };
  });
}
