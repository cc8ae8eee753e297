/**
 * What estimators that count text are worth on a recording: each counts the request that was sent at
 * every step with usage, and is compared with the usage that came. A request is the one estimator-
 * score.ts defines: the recording's own views (summary, kept ranges, elisions) and the thoughts that
 * were still in it.
 */
import { quantile } from '@/lib/base/stats';
import { keptSum, recordedViews, type RecordedView } from '@/lib/replay/recorded-view';
import type { Replayable } from '@/lib/replay/replay';
import type { Profile } from '@/lib/tokens/profile';
import type { TextCounts } from '@/lib/tokens/text-counts';
import { textEstimatorIds, type TextEstimatorId } from '@/lib/tokens/text-estimators';
import { UNDER } from './estimator-score';
import { scoredSteps } from './scored-steps';

/** One row. Numbers are estimate ÷ real, NaN where nothing was compared. */
export interface TokenizerScore {
  readonly estimator: TextEstimatorId;
  /**
   * What is compared: `raw`, the count itself on every step; `fitted`, the count and what it missed
   * on the session's first step with usage, on the later ones.
   */
  readonly basis: 'raw' | 'fitted';
  readonly n: number;
  readonly p1: number;
  readonly p10: number;
  readonly median: number;
  readonly p90: number;
  readonly p99: number;
  /** Share of the estimates that are under by more than 5 %. */
  readonly under: number;
  /** Mean of |estimate − real|, tokens. */
  readonly meanError: number;
}

/** A session and its counts, an estimator each. */
export interface CountedSession {
  readonly session: Replayable;
  readonly counts: readonly TextCounts[];
}

/** The table over one or more recordings. */
export interface TokenizerTable {
  /** Steps with usage of a request that was accepted. */
  readonly steps: number;
  /** Steps left out: no usage, or refused. */
  readonly unscored: number;
  /** Images and other inline data in the logs. */
  readonly images: number;
  /** Estimators in their order, `raw` rows before `fitted` ones. */
  readonly scores: readonly TokenizerScore[];
}

interface Samples {
  readonly ratios: number[];
  error: number;
}

/** Scores the estimators that every session was counted with. */
export function scoreTokenizers(counted: readonly CountedSession[]): TokenizerTable {
  const ids = textEstimatorIds.filter((id) =>
    counted.every(({ counts }) => counts.some(({ estimator }) => estimator === id)),
  );
  const samples = { raw: samplesOf(ids), fitted: samplesOf(ids) };
  let steps = 0;
  let unscored = 0;
  let images = 0;
  for (const { session, counts } of counted) {
    const scored = scoredSteps(session);
    steps += scored.length;
    unscored += session.profile.stepCount - scored.length;
    for (const count of session.profile.entries.inlines) images += count;
    for (const one of counts) {
      const requests = countedRequests(session.profile, one);
      const first = scored[0];
      const missed = first ? first.real - (requests[first.step] as number) : 0;
      scored.forEach(({ step, real }, i) => {
        const count = requests[step] as number;
        add(samples.raw.get(one.estimator), count, real);
        if (i > 0) add(samples.fitted.get(one.estimator), count + missed, real);
      });
    }
  }
  const scores = (['raw', 'fitted'] as const).flatMap((basis) =>
    ids.map((id) => scoreOf(id, basis, samples[basis].get(id))),
  );
  return { steps, unscored, images, scores };
}

const samplesOf = (ids: readonly TextEstimatorId[]): ReadonlyMap<TextEstimatorId, Samples> =>
  new Map(ids.map((id) => [id, { ratios: [], error: 0 }]));

function add(samples: Samples | undefined, estimate: number, real: number): void {
  if (!samples) return;
  samples.ratios.push(estimate / real);
  samples.error += Math.abs(estimate - real);
}

function scoreOf(
  estimator: TextEstimatorId,
  basis: TokenizerScore['basis'],
  { ratios, error }: Samples = { ratios: [], error: 0 },
): TokenizerScore {
  const sorted = ratios.toSorted((a, b) => a - b);
  const n = sorted.length;
  const at = (q: number): number => quantile(sorted, q);
  return {
    estimator,
    basis,
    n,
    p1: at(0.01),
    p10: at(0.1),
    median: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    under: sorted.filter((ratio) => ratio < UNDER).length / n,
    meanError: error / n,
  };
}

/** Tokens of every step's recorded request. @throws Error for counts of another session. */
export function countedRequests(profile: Profile, counts: TextCounts): Int32Array {
  const { head, steps, stepCount, entryCount } = profile;
  if (counts.entries.length !== entryCount || counts.summaries.length !== head.compactions.length) {
    throw new Error(
      `The counts are of ${counts.entries.length} entries and ${counts.summaries.length} compactions; the session has ${entryCount} and ${head.compactions.length}.`,
    );
  }
  const stripped = head.thoughts === 'stripped';
  const sum = sumsOf(
    entryCount,
    (i) => at(counts.entries, i) + (stripped ? 0 : at(counts.thoughts, i)),
  );
  const thoughtSum = sumsOf(entryCount, (i) => (stripped ? at(counts.thoughts, i) : 0));
  const views = recordedViews(profile);
  const requests = new Int32Array(stepCount);
  let begun = 0;
  let kept = 0;
  let from = 0;
  for (let step = 0; step < stepCount; step++) {
    const view = views[begun];
    if (view?.step === step) {
      begun++;
      kept = keptSum(view, sum) + summaryOf(profile, counts, view);
      from = view.from;
    }
    const n = at(steps.entries, step);
    const thoughts = at(thoughtSum, n) - at(thoughtSum, Math.max(at(steps.turnStart, step), from));
    requests[step] = counts.prefix + kept + at(sum, n) - at(sum, from) + thoughts;
  }
  return requests;
}

const at = (column: Int32Array, i: number): number => column[i] as number;

function sumsOf(length: number, of: (i: number) => number): Int32Array {
  const out = new Int32Array(length + 1);
  for (let i = 0; i < length; i++) out[i + 1] = at(out, i) + of(i);
  return out;
}

/** The summary a view begins with: the newest recorded one; an elision goes on with it. */
function summaryOf({ head, stepCount }: Profile, counts: TextCounts, view: RecordedView): number {
  if (!view.summarised) return 0;
  const made = head.compactions.findLastIndex(
    ({ kind, step }) => kind === 'summary' && step <= view.step && step < stepCount,
  );
  return made < 0 ? 0 : at(counts.summaries, made);
}
