import { requestCount } from '@/lib/engine/tokens/usage/own-count';
import { intAt } from '@/lib/engine/base/read';
import { recordedViews } from '@/lib/engine/replay/recorded-view';
import type { Replay } from '@/lib/engine/replay/replay';
import type { EntryShape } from '@/lib/engine/tokens/text/part-shapes';
import type { MeasuredCompaction } from '@/lib/engine/tokens/profile';
import { addedDensity, summaryDensity } from '../growth/session-growth';
import { likelyStepOf, type LikelyStep } from './likely-step';
import { elidedTokens } from '../request-ranges';
import { compacts, isAskedProjected, isProjected, realAsked } from '../step-events';
import { requestShares, type RequestShare } from './composition';
import {
  contentsAsked,
  contentsSent,
  entriesIn,
  joined,
  sizeOf,
  without,
  type Contents,
  type Range,
} from './contents';

/** A request before or after a compaction. */
export interface CompactionSide {
  /** Real tokens; null where the recording does not tell. */
  readonly tokens: number | null;
  /** Source of the tokens: usage, the agent's own number, or nobody measured them. */
  readonly basis: 'usage' | 'agent' | 'projected';
  readonly contents: Contents;
  /** Number of contents, the summary included. */
  readonly entries: number;
}

/** A compaction of the recording or of the replay. */
export interface Compaction {
  /** `r2`: the third recorded one; `159`: the replay's at step 159. */
  readonly key: string;
  readonly source: 'recorded' | 'replayed';
  /** Number of the recorded compaction; −1 for a replayed one. */
  readonly index: number;
  /** First step after it; the number of steps where none follows. */
  readonly step: number;
  /** The steps at which it may come; null for a recorded one, and where nothing of it is projected. */
  readonly likely: LikelyStep | null;
  readonly trigger: MeasuredCompaction['trigger'];
  readonly before: CompactionSide;
  readonly after: CompactionSide;
  /** Entries that it replaced. */
  readonly covered: readonly Range[];
  /** Summariser calls; null where the recording does not tell. */
  readonly calls: number | null;
  /** Bytes of the summary, without its wrapper where that is known; 0 for none. */
  readonly summaryBytes: number;
}

/** Every compaction of the recording and of the replay, by step, the recorded one of a step first. */
export function compactionsOf(replay: Replay): readonly Compaction[] {
  const { profile } = replay.session;
  const recorded = profile.head.compactions.flatMap((one, index) =>
    one.kind === 'summary' ? [recordedCompaction(replay, one, index)] : [],
  );
  const replayed: Compaction[] = [];
  for (let step = 0; step < profile.stepCount; step++) {
    if (compacts(replay, step)) replayed.push(replayedCompaction(replay, step));
  }
  return [...recorded, ...replayed].sort((a, b) => a.step - b.step);
}

/** Number of compactions; as many as {@link compactionsOf} lists. */
export function compactionCount(replay: Replay): number {
  const { head, stepCount } = replay.session.profile;
  let count = head.compactions.filter(({ kind }) => kind === 'summary').length;
  for (let step = 0; step < stepCount; step++) if (compacts(replay, step)) count++;
  return count;
}

const sideOf = (
  tokens: number | null,
  basis: CompactionSide['basis'],
  contents: Contents,
): CompactionSide => ({ tokens, basis, contents, entries: sizeOf(contents) });

function replayedCompaction(replay: Replay, step: number): Compaction {
  const asked = contentsAsked(replay, step);
  const sent = contentsSent(replay, step);
  const basis = (projected: boolean) => (projected ? 'projected' : 'usage');
  return {
    key: `${step}`,
    source: 'replayed',
    index: -1,
    step,
    likely: likelyStepOf(replay, step),
    trigger: 'auto',
    before: sideOf(realAsked(replay, step), basis(isAskedProjected(replay, step)), asked),
    after: {
      ...sideOf(replay.columns.real[step] ?? 0, basis(isProjected(replay, step)), sent),
      entries: intAt(replay.columns.contentsSent, step),
    },
    covered: without(asked.ranges, sent.ranges),
    calls: intAt(replay.columns.attempts, step),
    summaryBytes: intAt(replay.columns.summaryBytes, step),
  };
}

function recordedCompaction(
  replay: Replay,
  recorded: MeasuredCompaction,
  index: number,
): Compaction {
  const { entry, step, trigger, kept, postTokens, summaryBytes } = recorded;
  const { profile } = replay.session;
  const { head, steps, stepCount } = profile;
  const earlier = head.compactions.findLast((one, i) => i < index && one.kind === 'summary');
  const before: Contents = {
    summary: earlier && earlier.summaryBytes > 0 ? earlier.summaryBytes : null,
    ranges: joined([...(earlier?.kept ?? []), [earlier?.entry ?? 0, entry]]),
  };
  const end = step < stepCount ? intAt(steps.entries, step) : entry;
  const after: Contents = {
    summary: summaryBytes > 0 ? summaryBytes : null,
    ranges: joined([...kept, [entry, end]]),
  };
  const counted = requestCount(profile, recorded);
  const last = lastReal(replay, step);
  const next = step < stepCount ? intAt(steps.real, step) : -1;
  return {
    key: `r${index}`,
    source: 'recorded',
    index,
    step,
    likely: null,
    trigger,
    before:
      counted !== null
        ? sideOf(counted, 'agent', before)
        : sideOf(last >= 0 ? last : null, 'usage', before),
    after: next >= 0 ? sideOf(next, 'usage', after) : sideOf(postTokens, 'agent', after),
    covered: without(before.ranges, after.ranges),
    calls: null,
    summaryBytes,
  };
}

/** Real tokens of the newest step before `step` with usage; −1 for none. */
function lastReal({ session }: Replay, step: number): number {
  const { real } = session.profile.steps;
  for (let i = Math.min(step, real.length) - 1; i >= 0; i--) {
    if (intAt(real, i) >= 0) return intAt(real, i);
  }
  return -1;
}

/** The compaction that a step shows: at it, else the newest before it, else the first; null for none. */
export function compactionAt(list: readonly Compaction[], step: number): Compaction | null {
  const here = list.find((one) => one.step === step);
  return here ?? list.findLast((one) => one.step < step) ?? list[0] ?? null;
}

/** The shares of a compaction's request before or after; empty where its size is unknown. */
export function sharesOf(
  replay: Replay,
  compaction: Compaction,
  side: 'before' | 'after',
  shapes: readonly EntryShape[] | null,
): readonly RequestShare[] {
  const { tokens, contents } = compaction[side];
  if (tokens === null) return [];
  const { session, form, columns } = replay;
  const { estimator } = form;
  const isAfter = side === 'after';
  const own = compaction.source === 'replayed';
  // A replayed compaction changes the request of its own step, a recorded one came before it.
  const step = isAfter || own ? compaction.step : compaction.step - 1;
  const blanked = own ? [] : (viewOf(replay, compaction.step - 1)?.elided ?? []);
  const lost = own ? elidedTokens(replay, isAfter ? step : step - 1) : new Map<number, number>();
  const elided = (entry: number): number => {
    if (blanked.includes(entry)) return 1;
    const whole = intAt(estimator.sum, entry + 1) - intAt(estimator.sum, entry);
    return whole > 0 ? Math.min(1, (lost.get(entry) ?? 0) / whole) : 0;
  };
  const density = own ? addedDensity(session, step) : summaryDensity(session, step);
  const stated = own && isAfter ? intAt(columns.summaryTokens, compaction.step) : -1;
  const bytes = contents.summary ?? 0;
  const summary = stated >= 0 ? stated + (density * form.wrapperBytes) / 4 : density * (bytes >> 2);
  const added = own && isAfter ? density * intAt(columns.addedTokens, compaction.step) : 0;
  const request = { ranges: contents.ranges, elided, summary, added, step, total: tokens };
  return requestShares(session, request, shapes);
}

/** The recording's own view at a step. */
const viewOf = ({ session }: Replay, step: number) =>
  recordedViews(session.profile).findLast((view) => view.step <= step);

/** Number of entries that a compaction replaced. */
export const coveredCount = ({ covered }: Compaction): number => entriesIn(covered);
