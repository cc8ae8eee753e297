import { counted, formatInteger } from '@/lib/engine/base/format';
import { bad, say, type Words } from '@/lib/engine/base/answer/words';
import { intAt, numberAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { changePrefix, type Change } from './cause/changes';
import { isWorse, type NetEffect } from './net-effect';
import { lostEntries } from './request-ranges';
import { hasReal, recordedLimitAt, stepEvents } from './step-events';
import { stepList } from './step-list';

/** What is known of a recording's compactions beside the file. */
export interface RecordedBy {
  /** Recorded compactions that the agent's own policy was asked about, and those that it makes too. */
  readonly judged: number;
  readonly reproduced: number;
}

/** The session in one sentence: what the file says of its overflows and its compactions. */
export function recordedSentence(replay: Replay, by: RecordedBy | null): Words {
  const over = overflowSteps(replay);
  const compacted = compactedSteps(replay);
  if (over.length > 0) {
    const never = compacted.length === 0 ? 'it never compacted' : compactedText(compacted);
    return say`${overflowText(replay, over)}; ${never}.`;
  }
  const end = endText(replay);
  if (compacted.length > 0) {
    return say`${upper(compactedText(compacted))}${likeness(by)}${end}.`;
  }
  const [first] = askedInVain(replay);
  const named = replay.observation?.own === true ? 'its policy' : replay.policy.label;
  if (first === undefined) return say`Never compacted${end}.`;
  const would = replay.observation?.own === true ? 'asked to' : 'would have,';
  return say`Never compacted, though ${named} ${would} at step ${formatInteger(first)}${end}.`;
}

/** A what-if in one sentence: overflows and compactions over the session, with what they were. */
export function whatIfSentence(
  changes: readonly Change[],
  effect: NetEffect,
  replay: Replay,
): Words {
  const { before, after } = effect;
  const { steps: losing, most } = lostEntries(replay);
  const counts = [
    countText('overflow', before.overflows, after.overflows),
    countText('compaction', before.compactions, after.compactions),
    ...(losing === 0 ? [] : [`up to ${counted(most, 'entry', 'entries')} lost`]),
  ].join(', ');
  const prefix = changePrefix(changes).replace(/, $/, ': ');
  const loop = after.loop === null ? '' : `a loop from step ${formatInteger(after.loop)} on, `;
  const harms = after.loop !== null || isWorse(effect) || losing > 0;
  return say`${prefix}${harms ? bad(`${loop}${counts}`) : counts}.`;
}

/** "no overflow, was 1"; "4 compactions, was 3"; "1 compaction, as before". */
function countText(noun: string, before: number, after: number): string {
  const now = after === 0 ? `no ${noun}` : counted(after, noun);
  if (before !== after) return `${now}, was ${formatInteger(before)}`;
  return after === 0 ? now : `${now} as before`;
}

/** Of a generated session, which has no recording, what the replay does is what happened. */
const overflowSteps = (replay: Replay): readonly number[] =>
  stepEvents(replay)[replay.observation === null ? 'overflow' : 'recorded-overflow'];

/** Steps before which a summary is on record. */
function compactedSteps(replay: Replay): readonly number[] {
  if (replay.observation === null) return stepEvents(replay).replayed;
  const { head, stepCount } = replay.session.profile;
  const steps = head.compactions
    .filter(({ kind, step }) => kind === 'summary' && step < stepCount)
    .map(({ step }) => step);
  return [...new Set(steps)];
}

const compactedText = (steps: readonly number[]): string =>
  steps.length > 4
    ? `compacted ${formatInteger(steps.length)} times, first at step ${formatInteger(steps[0] ?? 0)}`
    : `compacted at ${stepList(steps)}`;

/** Steps at which the watching policy asks for a compaction that the file does not have. */
const askedInVain = ({ observation, columns }: Replay): readonly number[] =>
  Array.from(observation?.fires ?? []).flatMap((fires, step) =>
    fires !== 0 && columns.compacted[step] !== 1 ? [step] : [],
  );

/** "One overflow: the provider refused step 143 at 200,819 of 200,000 tokens". */
function overflowText(replay: Replay, over: readonly number[]): string {
  const first = numberAt(over, 0);
  const { flags, real } = replay.session.profile.steps;
  const refused = ((flags[first] ?? 0) & stepFlag.rejected) !== 0;
  const size = intAt(real, first);
  const limit = recordedLimitAt(replay, first);
  const of = limit === null ? '' : ` of ${formatInteger(limit)}`;
  const at = size < 0 ? '' : ` at ${formatInteger(size)}${of} tokens`;
  const step = `step ${formatInteger(first)}`;
  const how = refused ? `the provider refused ${step}${at}` : `${step} was sent${at}`;
  return over.length === 1
    ? `One overflow: ${how}`
    : `${formatInteger(over.length)} overflows: first, ${how}`;
}

/** ", as its policy does", ", 1 of 3 as its policy does"; empty where nobody models the agent. */
function likeness(by: RecordedBy | null): string {
  if (by === null || by.judged === 0) return '';
  const { judged, reproduced } = by;
  return reproduced === judged
    ? ', as its policy does'
    : `, ${formatInteger(reproduced)} of ${formatInteger(judged)} as its policy does`;
}

/** "; nothing overflowed", or why that cannot be said. */
function endText(replay: Replay): string {
  if (!hasReal(replay)) return '; the provider reported no usage, so all sizes are estimated';
  return replay.limit === null ? '; the limit is not known' : '; nothing overflowed';
}

const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
