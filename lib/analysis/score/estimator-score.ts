/**
 * Errors of estimators on a recording: each estimates one step ahead, with only the usage of earlier
 * steps known, and is compared with the step's usage. The table is the one of
 * research/ratios.md ("POLICY one-step-ahead error"), with our own estimators beside the seeds'.
 *
 * The heuristic of a step is that of the request the recording sent: the policy `recorded` gives it
 * (summary, kept and later entries after a recorded compaction; thoughts of the running turn where
 * the source strips them). `recordedRuns` says where a run of steps begins.
 */
import { createColumns } from '@/lib/policies/contract/columns';
import { Estimate, estimateDefaults } from '@/lib/policies/mechanisms/estimate';
import type { Replayable } from '@/lib/replay/prepare';
import { estimatorVariants, type EstimatorVariant } from './estimator-variants';
import { fitLine, type FittedLine } from './fitted-line';
import { ratioScore, scoredSteps, type RatioScore, type ScoredStep } from './scored-steps';

/** Score of one estimator. */
export interface EstimatorScore extends RatioScore {
  readonly variant: EstimatorVariant;
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
  const scores = estimatorVariants.map((variant) => ({
    variant,
    ...ratioScore(ratios.get(variant.id) ?? []),
  }));
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
