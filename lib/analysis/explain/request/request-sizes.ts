import { sizedReal } from './sized-real';
import { intAt } from '@/lib/engine/base/read';
import { recordedViews } from '@/lib/engine/replay/recorded-view';
import { isRecording, type Replay } from '@/lib/engine/replay/replay';
import { prefixSize } from '../recording/prefix-size';
import { shareOut } from '@/lib/engine/replay/projection/share-out';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { addedDensity, densityAt, summaryDensity } from '../growth/session-growth';
import { logSizes } from '../growth/log-sizes';
import { elidedTokens, entryRanges } from '../request-ranges';
import { isProjected } from '../step-events';

/** A request as sent in whole real tokens; all parts add up to `real`. */
export interface RequestSizes {
  readonly real: number;
  /** Nobody measured `real`. */
  readonly projected: boolean;
  /** Recorded system prompt and tool definitions, and what else every request holds. */
  readonly system: number;
  readonly tools: number;
  readonly hidden: number;
  /** The conversation before the recording begins. */
  readonly head: number;
  /** What joined the prefix at a step. */
  readonly joined: readonly { readonly step: number; readonly tokens: number }[];
  readonly summary: number;
  readonly added: number;
  /** An entry that is sent, shortened where the policy shortened it. */
  readonly entry: (entry: number) => number;
  /** All entries that are sent. */
  readonly entries: number;
  /** What no part explains; below 0 where the parts are more than was counted. */
  readonly rest: number;
}

/** What a step's request holds beside its entries. */
export function aroundEntries(replay: Replay, step: number) {
  const { session, columns } = replay;
  const log = logSizes(session);
  const density = densityAt(session, step);
  const [system = 0, tools = 0] = recordedPrefix(session, density);
  const isCovered = (columns.covered[step] ?? 0) > 0;
  return {
    prefix: log.prefix,
    system,
    tools,
    head: isCovered ? 0 : log.head,
    joined: log.joined.filter((one) => one.step <= step),
    summary: Math.round(summaryTokens(replay, step)),
    added: Math.round(addedDensity(session, step) * (columns.addedTokens[step] ?? 0)),
  };
}

/**
 * Real tokens of the recorded system prompt and tool definitions, by density: with what is hidden at
 * least, as the cause says it, they are never more than the prefix.
 */
function recordedPrefix(session: Replayable, density: number): readonly number[] {
  const { head } = session.profile;
  const { prefix } = logSizes(session);
  const weights = [head.system ?? 0, head.tools ?? 0].map((one) => Math.round(density * one));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const complete = head.system !== null && head.tools !== null;
  const hidden = complete ? 0 : Math.min(prefix, prefixSize(session).least);
  const most = whole === 0 ? 0 : prefix - hidden;
  return shareOut(Math.min(whole, most), weights);
}

/** Takes a step's request apart. */
export function requestSizes(replay: Replay, step: number): RequestSizes {
  const real = Math.trunc(sizedReal(replay, step));
  const sent = sentEntries(replay, step);
  const { prefix, ...around } = aroundEntries(replay, step);
  const parts = { ...around, entries: sent.total };
  const hidden = prefix - parts.system - parts.tools;
  const joined = parts.joined.reduce((sum, { tokens }) => sum + tokens, 0);
  const known = prefix + parts.head + joined + parts.summary + parts.added + parts.entries;
  return {
    real,
    projected: isProjected(replay, step),
    ...parts,
    hidden,
    entry: sent.size,
    rest: real - known,
  };
}

/** The entries of a request, each by its size in it. */
function sentEntries(replay: Replay, step: number) {
  const { session, form } = replay;
  const { entries, thoughts } = logSizes(session);
  const turn = intAt(session.profile.steps.turnStart, step);
  const elided = elidedTokens(replay, step);
  const size = (entry: number): number => {
    const own = intAt(entries, entry) - (entry < turn ? intAt(thoughts, entry) : 0);
    const lost = elided.get(entry);
    if (lost === undefined) return own;
    const { sum } = form.estimator;
    const whole = intAt(sum, entry + 1) - intAt(sum, entry);
    return whole <= 0 ? own : Math.round(own * Math.max(0, 1 - lost / whole));
  };
  let total = 0;
  for (const { fate, from, to } of entryRanges(replay, step)) {
    if (fate !== 'sent') continue;
    for (let entry = from; entry < to; entry++) total += size(entry);
  }
  return { size, total };
}

/** Real tokens of the summary in a request, not rounded; 0 without one. */
function summaryTokens(replay: Replay, step: number): number {
  const { columns, form, session } = replay;
  const { profile } = session;
  if (columns.injected[step] !== 1) return 0;
  if (isRecording(replay)) {
    const view = recordedViews(profile).findLast((one) => one.step <= step);
    return summaryDensity(session, step) * (view?.summaryTokens ?? 0);
  }
  const text = addedDensity(session, step);
  const tokens = columns.summaryTokens[step] ?? -1;
  if (tokens >= 0) return tokens + text * (form.wrapperBytes / 4);
  return text * Math.floor((form.wrapperBytes + (columns.summaryBytes[step] ?? 0)) / 4);
}
