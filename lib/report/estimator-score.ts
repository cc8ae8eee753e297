/**
 * What estimators are worth on a recording: each is asked one step ahead, with only the usage of
 * earlier steps known, and compared with the usage that came. The table is the one of
 * research/ratios.md ("POLICY one-step-ahead error"), with our own estimators beside the seeds'.
 *
 * The heuristic of a step is that of the request the recording sent: the policy `recorded` gives it
 * (summary, kept and later entries after a recorded compaction; thoughts of the running turn where
 * the source strips them). `recordedRuns` says where a run of steps begins.
 */
import { quantile } from '@/lib/base/stats';
import { createColumns } from '@/lib/policies/columns';
import { Estimate, estimateDefaults } from '@/lib/policies/mechanisms/estimate';
import type { Replayable } from '@/lib/replay/replay';
import { estimatorVariants, type EstimatorVariant } from './estimator-variants';
import { fitLine, type FittedLine } from './fitted-line';
import { scoredSteps, type ScoredStep } from './scored-steps';

/** How far below real an estimate must be to count as one that is under. */
export const UNDER = 0.95;

/** What one estimator is worth. Numbers are estimate ÷ real. */
export interface EstimatorScore {
  readonly variant: EstimatorVariant;
  /** Estimates compared; the numbers below are NaN where there are none. */
  readonly n: number;
  readonly p1: number;
  readonly p10: number;
  readonly median: number;
  readonly p90: number;
  readonly p99: number;
  /** Share of the estimates that are under by more than 5 %. */
  readonly under: number;
}

/** The table of one or more recordings. */
export interface EstimatorTable {
  /** Steps with usage of a request that was accepted: the estimates compared. */
  readonly steps: number;
  /** Those that are the first with usage after the start or a recorded compaction. */
  readonly firsts: number;
  /** Steps left out: no usage, or refused. */
  readonly unscored: number;
  /** Images and other inline data in the logs: without any, how they count makes no difference. */
  readonly images: number;
  readonly scores: readonly EstimatorScore[];
  /** real ≈ slope × heuristic + intercept over all of them; null for fewer than two. */
  readonly line: FittedLine | null;
}

/** Scores every estimator on recorded sessions; generated ones are scored like recordings. */
export function scoreEstimators(sessions: readonly Replayable[]): EstimatorTable {
  const ratios = new Map(estimatorVariants.map(({ id }) => [id, [] as number[]]));
  const heuristics: number[] = [];
  const reals: number[] = [];
  let firsts = 0;
  let unscored = 0;
  let images = 0;
  for (const session of sessions) {
    const steps = scoredSteps(session);
    for (const count of session.profile.entries.inlines) images += count;
    unscored += session.profile.stepCount - steps.length;
    for (const { real, first, heuristics: of } of steps) {
      heuristics.push(of.bytes);
      reals.push(real);
      if (first) firsts++;
    }
    for (const variant of estimatorVariants) {
      const known = ratios.get(variant.id);
      for (const ratio of scoreOne(session, steps, variant)) known?.push(ratio);
    }
  }
  const scores = estimatorVariants.map((variant) => scoreOf(variant, ratios.get(variant.id) ?? []));
  const line = fitLine(heuristics, reals);
  return { steps: reals.length, firsts, unscored, images, scores, line };
}

/** estimate ÷ real of one estimator over one session. */
function scoreOne(
  session: Replayable,
  steps: readonly ScoredStep[],
  { settings, over }: EstimatorVariant,
): readonly number[] {
  const given = { ...estimateDefaults, ...settings };
  const { profile, requests } = session;
  const columns = createColumns(profile.stepCount);
  const estimate = new Estimate(given, { profile, requests, columns });
  const ratios: number[] = [];
  let last = { real: 0, heuristic: 0 };
  for (const { step, real, first, heuristics } of steps) {
    const heuristic = heuristics[given.images];
    if (first) {
      estimate.reset();
      last = { real: 0, heuristic: 0 };
    }
    if (over === 'all' || (over === 'first') === first) {
      ratios.push(estimate.value(step, heuristic, last.real, last.heuristic) / real);
    }
    estimate.observe(step, heuristic, real);
    last = { real, heuristic };
  }
  return ratios;
}

function scoreOf(variant: EstimatorVariant, ratios: readonly number[]): EstimatorScore {
  const sorted = ratios.toSorted((a, b) => a - b);
  const at = (q: number): number => quantile(sorted, q);
  const under = sorted.filter((ratio) => ratio < UNDER).length / sorted.length;
  return {
    variant,
    n: sorted.length,
    p1: at(0.01),
    p10: at(0.1),
    median: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    under,
  };
}
