import { quantile } from '@/lib/engine/base/stats';
import type { CorpusRatios } from './corpus-ratios';
import {
  missCurve,
  missRate,
  SEED_VALUES,
  solveMiss,
  valueRows,
  type MissAt,
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

/** What the recorded ratios say of the default factor and the cap. */
export interface RatioReport {
  /** Values that every table and chart compares, ascending. */
  readonly values: readonly number[];
  readonly models: readonly ModelRatios[];
  readonly curve: readonly MissAt[];
  /** One for each share that was asked for; none without a step. */
  readonly solved: readonly SolvedValue[];
  readonly rows: readonly ValueRow[];
  /** Steps that P(miss) counts, and their sessions' clusters. */
  readonly steps: number;
  readonly clusters: number;
}

/** The question that a report answers. */
export interface RatioQuestion {
  /** First steps alone, or every step. */
  readonly kind: 'step' | 'first';
  /** Shares of steps that may be missed. */
  readonly shares: readonly number[];
  readonly window: number;
  readonly threshold: number;
  readonly limit: number;
  /** Today's factor and cap. */
  readonly today: readonly number[];
}

/**
 * Reports on ratios: distributions of all sessions by model, P(miss) of recorded ones alone. P(miss)
 * counts steps whose request is large enough that a miss would matter: the ratio holds the prefix that
 * a recording lacks, so it falls as a session grows, and small requests say nothing of large ones.
 */
export function ratioReport(
  ratios: CorpusRatios,
  { kind, shares, window, threshold, limit, today }: RatioQuestion,
): RatioReport {
  const values = [...new Set([...SEED_VALUES, ...today])].sort((a, b) => a - b);
  const first = kind === 'first';
  const models = ratios.byModel({ first, least: first ? 0 : LEAST_REAL, recorded: false });
  const counted = ratios.pick({ first, least: first ? 0 : window / 2, recorded: true });
  return {
    values,
    models: models.map(({ ratios: own, ...of }): ModelRatios => ({
      ...of,
      steps: own.length,
      median: quantile(own, 0.5),
      p99: quantile(own, 0.99),
      covered: values.map((value) => 1 - missRate(own, value)),
      density: densityOf(own),
    })),
    curve: missCurve(counted),
    solved: solveMiss(counted, shares),
    rows: valueRows(counted, values, { threshold, limit }),
    steps: counted.ratio.length,
    clusters: counted.clusters,
  };
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
