/**
 * Errors of estimators that count text: each counts the request sent at every step with usage and is
 * compared with that usage. The request is defined in estimator-score.ts: the recording's views
 * (summary, kept ranges, elisions) and the thoughts still in it.
 */
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { keptSum, recordedViews, type RecordedView } from '@/lib/engine/replay/recorded-view';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { chargedImages } from '@/lib/engine/tokens/images/image-charges';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { TextCounts } from '@/lib/engine/tokens/text/text-counts';
import {
  INLINE_TOKENS,
  textEstimatorIds,
  type TextEstimatorId,
} from '@/lib/engine/tokens/text/text-estimators';
import { ratioScore, acceptedSteps, type RatioScore } from './scored-steps';

/** One row. */
export interface TokenizerScore extends RatioScore {
  readonly estimator: TextEstimatorId;
  /**
   * Compared count: `raw`, the count itself on every step; `fitted`, the count plus its shortfall on
   * the session's first step with usage, on the later ones.
   */
  readonly basis: 'raw' | 'fitted';
  /** Mean of |estimate − real|, tokens. */
  readonly meanError: number;
}

/** A session and its counts, an estimator each. */
export interface SessionTextCounts {
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
export function scoreTokenizers(counted: readonly SessionTextCounts[]): TokenizerTable {
  const ids = textEstimatorIds.filter((id) =>
    counted.every(({ counts }) => counts.some(({ estimator }) => estimator === id)),
  );
  const samples = { raw: samplesOf(ids), fitted: samplesOf(ids) };
  let steps = 0;
  let unscored = 0;
  let images = 0;
  for (const { session, counts } of counted) {
    const scored = acceptedSteps(session);
    steps += scored.length;
    unscored += session.profile.stepCount - scored.length;
    for (const count of session.profile.entries.inlines) images += count;
    for (const one of counts) {
      const requests = countedRequests(session.profile, one);
      const first = scored[0];
      const missed = first ? first.real - intAt(requests, first.step) : 0;
      scored.forEach(({ step, real }, i) => {
        const count = intAt(requests, step);
        add(samples.raw.get(one.estimator), count, real);
        if (i > 0) add(samples.fitted.get(one.estimator), count + missed, real);
      });
    }
  }
  const scores = (['raw', 'fitted'] as const).flatMap((basis) =>
    ids.map((estimator): TokenizerScore => {
      const { ratios, error } = samples[basis].get(estimator) ?? { ratios: [], error: 0 };
      return { estimator, basis, ...ratioScore(ratios), meanError: error / ratios.length };
    }),
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

/** Tokens of every step's recorded request. @throws Error for counts of another session. */
export function countedRequests(profile: Profile, counts: TextCounts): Int32Array {
  const { head, steps, stepCount, entryCount } = profile;
  if (counts.entries.length !== entryCount || counts.summaries.length !== head.compactions.length) {
    throw new Error(
      `The counts are of ${counts.entries.length} entries and ${counts.summaries.length} compactions; the session has ${entryCount} and ${head.compactions.length}.`,
    );
  }
  const stripped = head.thoughts === 'stripped';
  const beyond = chargesBeyondFlat(profile, counts);
  const sum = sumsOf(
    entryCount,
    (i) =>
      intAt(counts.entries, i) + (beyond.get(i) ?? 0) + (stripped ? 0 : intAt(counts.thoughts, i)),
  );
  const thoughtSum = sumsOf(entryCount, (i) => (stripped ? intAt(counts.thoughts, i) : 0));
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
    const n = intAt(steps.entries, step);
    const turn = Math.max(intAt(steps.turnStart, step), from);
    const thoughts = sumBetween(thoughtSum, turn, n);
    requests[step] = counts.prefix + kept + sumBetween(sum, from, n) + thoughts;
  }
  return requests;
}

/** Per entry, what its images are charged beyond their flat cost; the reference counts their bytes. */
function chargesBeyondFlat(
  profile: Profile,
  { estimator }: TextCounts,
): ReadonlyMap<number, number> {
  const beyond = new Map<number, number>();
  if (estimator === 'bytes4') return beyond;
  for (const { entry, tokens } of chargedImages(profile)) {
    if (tokens !== null) beyond.set(entry, (beyond.get(entry) ?? 0) + tokens - INLINE_TOKENS);
  }
  return beyond;
}

function sumsOf(length: number, of: (i: number) => number): Int32Array {
  const out = new Int32Array(length + 1);
  for (let i = 0; i < length; i++) out[i + 1] = intAt(out, i) + of(i);
  return out;
}

/** The summary a view begins with: the newest recorded one; an elision goes on with it. */
function summaryOf({ head, stepCount }: Profile, counts: TextCounts, view: RecordedView): number {
  if (!view.summarised) return 0;
  const made = head.compactions.findLastIndex(
    ({ kind, step }) => kind === 'summary' && step <= view.step && step < stepCount,
  );
  return made < 0 ? 0 : intAt(counts.summaries, made);
}
