/**
 * Errors of estimators on a recording: each estimates one step ahead, with only the usage of earlier
 * steps known, and is compared with the step's usage. The table is the one of
 * research/ratios.md ("POLICY one-step-ahead error"), with our own estimators beside the seeds'.
 *
 * The heuristic of a step is that of the request the recording sent: the policy `recorded` gives it
 * (summary, kept and later entries after a recorded compaction; thoughts of the running turn where
 * the source strips them). `recordedRuns` says where a run of steps begins.
 */
import type { Operands } from '@/lib/engine/policy/decision';
import { createColumns } from '@/lib/engine/policy/columns';
import { Estimate, estimateDefaults } from '@/lib/engine/mechanisms/estimate';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { estimatorVariants, type EstimatorVariant } from './estimator-variants';
import { fitLine, type FittedLine } from './fitted-line';
import { ratioScore, scoredSteps, type RatioScore, type ScoredStep } from './scored-steps';

/** One estimate of one step. */
interface Miss {
  /** Index of the session. */
  readonly session: number;
  readonly step: number;
  /** estimate ÷ real. */
  readonly ratio: number;
}

/** Score of one estimator. */
export interface EstimatorScore extends RatioScore {
  readonly variant: EstimatorVariant;
  /** The estimate whose ratio is farthest from 1, the earliest of equals; null without any. */
  readonly worst: Miss | null;
}

/** The table of one or more recordings. */
export interface EstimatorTable {
  /** Steps whose count is known: the estimates compared. */
  readonly steps: number;
  /** Those of the first session that the provider refused: counted by its error. */
  readonly refused: readonly number[];
  /** Those that are the first with usage after the start or a recorded compaction. */
  readonly firsts: number;
  /** Steps left out: without usage, or refused without a count. */
  readonly unscored: number;
  /** Images and other inline data in the logs: without any, how they count makes no difference. */
  readonly images: number;
  readonly scores: readonly EstimatorScore[];
  /** Id of the row that is the rule in force; null for none. */
  readonly inForce: string | null;
  /** real ≈ slope × heuristic + intercept over all of them; null for fewer than two. */
  readonly line: FittedLine | null;
}

/**
 * Scores every estimator on recorded sessions; generated ones are scored like recordings. The rule
 * in force has a row of its own unless it estimates every step as another row does.
 */
export function scoreEstimators(
  sessions: readonly Replayable[],
  rule: EstimatorVariant | null = null,
): EstimatorTable {
  const scored = sessions.map((session) => ({ session, steps: scoredSteps(session) }));
  const all = scored.flatMap(({ steps }) => steps);
  const scoreOf = (variant: EstimatorVariant): Scored => {
    const misses = scored.flatMap(({ session, steps }, index) =>
      missesOf(session, steps, variant).map((miss) => ({ ...miss, session: index })),
    );
    const ratios = misses.map(({ ratio }) => ratio);
    return { misses, score: { variant, ...ratioScore(ratios), worst: farthest(misses) } };
  };
  const rows = estimatorVariants.map(scoreOf);
  const own = rule === null ? null : scoreOf(rule);
  const same = own === null ? undefined : rows.find((row) => estimatesAlike(row, own));
  if (own !== null && same === undefined && own.score.n > 0) rows.push(own);
  const inForce = same ?? rows.find((row) => row === own);
  return {
    steps: all.length,
    refused: (scored[0]?.steps ?? []).filter(({ refused }) => refused).map(({ step }) => step),
    firsts: all.filter(({ first }) => first).length,
    unscored: sum(scored, ({ session, steps }) => session.profile.stepCount - steps.length),
    images: sum(sessions, ({ profile }) => sum(profile.entries.inlines, (count) => count)),
    scores: rows.map(({ score }) => score),
    inForce: inForce?.score.variant.id ?? null,
    line: fitLine(
      all.map(({ heuristics }) => heuristics.bytes),
      all.map(({ real }) => real),
    ),
  };
}

interface Scored {
  readonly misses: readonly Miss[];
  readonly score: EstimatorScore;
}

function sum<T>(of: Iterable<T>, read: (one: T) => number): number {
  let total = 0;
  for (const one of of) total += read(one);
  return total;
}

/** Both estimate the same steps, each of them alike. */
const estimatesAlike = (one: Scored, other: Scored): boolean =>
  one.score.variant.over === other.score.variant.over &&
  one.misses.length > 0 &&
  one.misses.length === other.misses.length &&
  one.misses.every(({ ratio }, i) => ratio === other.misses[i]?.ratio);

/** Distance of a ratio from 1: twice as much is as far as half. */
export const distanceOf = ({ ratio }: Pick<Miss, 'ratio'>): number =>
  ratio > 0 ? Math.abs(Math.log(ratio)) : Infinity;

const farthest = (misses: readonly Miss[]): Miss | null =>
  misses.reduce<Miss | null>(
    (worst, miss) => (worst === null || distanceOf(miss) > distanceOf(worst) ? miss : worst),
    null,
  );

/** estimate ÷ real of one estimator over the scored steps of one session. */
export function missesOf(
  session: Replayable,
  steps: readonly ScoredStep[],
  { settings, over, own }: EstimatorVariant,
): readonly Pick<Miss, 'step' | 'ratio'>[] {
  const given = { ...estimateDefaults, ...settings };
  const { profile, requests, prefixTokens } = session;
  const columns = createColumns(profile.stepCount);
  const estimate = new Estimate(given, { profile, requests, columns });
  const misses: Pick<Miss, 'step' | 'ratio'>[] = [];
  let last = { real: 0, heuristic: 0 };
  for (const { step, real, first, refused, heuristics } of steps) {
    const heuristic = heuristics[given.images];
    if (first) {
      estimate.reset();
      last = { real: 0, heuristic: 0 };
    }
    if (over === 'all' || (over === 'first') === first) {
      const value =
        own?.(operandsOf(heuristic, prefixTokens, last)) ??
        estimate.value(step, heuristic, last.real, last.heuristic);
      if (!Number.isNaN(value)) misses.push({ step, ratio: value / real });
    }
    if (refused) continue;
    estimate.observe(step, heuristic, real);
    last = { real, heuristic };
  }
  return misses;
}

/** What a policy's own rule knows of a recorded request before it is sent. */
const operandsOf = (
  heuristic: number,
  prefix: number,
  last: { readonly real: number; readonly heuristic: number },
): Operands => ({
  ...{ heuristic, prefix, calibrated: NaN, line: NaN, anchored: false, real: NaN },
  lastReal: last.real > 0 ? last.real : NaN,
  lastHeuristic: last.heuristic > 0 ? last.heuristic : NaN,
});
