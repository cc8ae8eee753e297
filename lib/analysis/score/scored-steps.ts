import { byteAt, intAt, numberAt, sumBetween } from '@/lib/engine/base/read';
import { quantile } from '@/lib/engine/base/stats';
import { createColumns } from '@/lib/engine/policy/columns';
import {
  estimateDefaults,
  inlineRule,
  type EstimatorSettings,
} from '@/lib/engine/mechanisms/estimate';
import { SUMMARY_WRAPPER } from '@/lib/engine/mechanisms/summary-text';
import { emptyNotes } from '@/lib/engine/policy/notes';
import { recorded } from '@/lib/policies/highwater/recorded';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { SessionRequests } from '@/lib/engine/replay/requests';
import { stepFlag } from '@/lib/engine/tokens/profile';
import {
  sums,
  variantEstimator,
  wholeVariant,
  type Estimator,
} from '@/lib/engine/tokens/estimator';

/** A step with a known count: the heuristic of its recorded request by each way to count images. */
export interface ScoredStep {
  readonly step: number;
  readonly real: number;
  readonly first: boolean;
  /** The provider refused it: the count is from its error, and no policy receives it. */
  readonly refused: boolean;
  readonly heuristics: Readonly<Record<EstimatorSettings['images'], number>>;
  /** Least heuristic of what it visibly holds: an image by its bytes, or its charge or flat cost where less. */
  readonly visible: number;
}

/** Largest estimate ÷ real that counts as under. */
export const UNDER = 0.95;

/** Quantiles of estimate ÷ real. */
export interface RatioScore {
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

/** Scores an estimator's ratios, estimate ÷ real, in any order. */
export function ratioScore(ratios: readonly number[]): RatioScore {
  const sorted = ratios.toSorted((a, b) => a - b);
  return {
    n: sorted.length,
    p1: quantile(sorted, 0.01),
    p10: quantile(sorted, 0.1),
    median: quantile(sorted, 0.5),
    p90: quantile(sorted, 0.9),
    p99: quantile(sorted, 0.99),
    under: sorted.filter((ratio) => ratio < UNDER).length / sorted.length,
  };
}

/** The steps whose count is known, from usage or from the error of a refusal, in order. */
export function scoredSteps(session: Replayable): readonly ScoredStep[] {
  const { profile, projection } = session;
  const { real, flags } = profile.steps;
  const images = profile.entries.inlines.some((count) => count > 0);
  const bytes = recordedHeuristics(session, countedBy(session, 'bytes'));
  const flat = images ? recordedHeuristics(session, countedBy(session, 'flat')) : bytes;
  const least = images ? recordedHeuristics(session, leastEstimator(session)) : bytes;
  const steps: ScoredStep[] = [];
  let first = true;
  for (const pair of projection.runs.pairs) {
    if (pair.from < 0 || pair.crosses) first = true;
    const step = pair.to;
    const known = intAt(real, step);
    const refused = (byteAt(flags, step) & stepFlag.rejected) !== 0;
    const reported = (byteAt(flags, step) & stepFlag.reported) !== 0;
    if (known <= 0 || (!refused && !reported)) continue;
    const heuristics = { bytes: intAt(bytes, step), flat: intAt(flat, step) };
    steps.push({ step, real: known, first, refused, heuristics, visible: intAt(least, step) });
    // After a refusal the next step knows no more than this one did.
    first &&= refused;
  }
  return steps;
}

/** The steps with usage of a request that was accepted, in order. */
export const acceptedSteps = (session: Replayable): readonly ScoredStep[] =>
  scoredSteps(session).filter(({ refused }) => !refused);

/** The reference's estimator, images by their bytes or at the flat cost. */
function countedBy(
  { profile, prefixTokens }: Replayable,
  images: EstimatorSettings['images'],
): Estimator {
  const inline = inlineRule({ ...estimateDefaults, images });
  return variantEstimator(profile, prefixTokens, { ...wholeVariant, inline });
}

/** The reference's estimator, inline data at the least that it may cost. */
function leastEstimator(session: Replayable): Estimator {
  const { profile, projection } = session;
  const { tokens, text, unknown } = projection.charges;
  const { inline } = profile.entries.kinds;
  const flat = inlineRule({ ...estimateDefaults, images: 'flat' });
  const each = typeof flat === 'number' ? flat : Infinity;
  const least = (entry: number, whole: number): number => {
    const known = whole - sumBetween(text, entry, entry + 1);
    const charged = numberAt(tokens, entry + 1) - numberAt(tokens, entry);
    const others = intAt(inline, entry) - known;
    const most = each * sumBetween(unknown, entry, entry + 1);
    return whole - known - others + Math.min(known, charged) + Math.min(others, most);
  };
  return { ...countedBy(session, 'bytes'), id: 'least', sum: sums(profile, least) };
}

/** Heuristic of every step's recorded request. */
function recordedHeuristics({ profile, base }: Replayable, estimator: Estimator): Int32Array {
  const requests = new SessionRequests(base, { estimator, wrapperBytes: SUMMARY_WRAPPER });
  const columns = createColumns(profile.stepCount);
  const none = { bytes: 0, tokens: -1, failed: true, empty: true, namedUnder: -1 };
  const summariser = { ...none, call: () => {} };
  recorded
    .begin({}, { profile, requests, summariser, columns, notes: emptyNotes(), decision: null })
    .advance(profile.stepCount);
  return columns.heuristic;
}
