/** The session in one sentence: what is said first of it in the library, on its page and in every answer. */
import type { Fidelity } from '@/lib/analysis/fit/judgement';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { bad, say, type Words } from '@/lib/engine/base/answer/words';
import { byteAt, floatAt, numberAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { changePrefix, type Change } from './cause/changes';
import { refusalWords } from './ledger-row';
import { countText, isWorse, type NetEffect } from './net-effect';
import { lostEntries } from './request-ranges';
import { hasReal, limitAt, stepEvents } from './step-events';
import { LISTED, markCounts, stepList } from './step-list';

/** The session in one sentence: what the file says of its overflows and its compactions. */
export function recordedSentence(replay: Replay, judged: Fidelity | null): Words {
  if (replay.session.profile.stepCount === 0) return say`No request is recorded.`;
  const over = overflowSteps(replay);
  const compacted = compactedSteps(replay);
  if (over.length > 0) {
    const never = compacted.length === 0 ? 'it never compacted' : compactedText(compacted, judged);
    return say`${overflowText(replay, over)}; ${never}.`;
  }
  const end = endText(replay);
  if (compacted.length > 0) {
    return say`${upper(compactedText(compacted, judged))}${likeness(judged)}${end}.`;
  }
  const [first] = askedInVain(replay);
  const isOwn = replay.observation?.own === true;
  const asked = isOwn ? 'its policy asked for it' : `${replay.policy.label} asks for it`;
  return first === undefined
    ? say`Never compacted${end}.`
    : say`Never compacted, though ${asked} at step ${formatInteger(first)}${end}.`;
}

/** The step whose overflow {@link recordedSentence} tells of; −1 for none. */
export const overflowTold = (replay: Replay): number => overflowSteps(replay)[0] ?? -1;

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

/** Steps that overflowed. Of a generated session, which has no recording, what the replay does is what happened. */
export const overflowSteps = (replay: Replay): readonly number[] =>
  stepEvents(replay)[replay.observation === null ? 'overflow' : 'recorded-overflow'];

/** Steps that compacted; of a recording, those before which a summary is on record. */
export const compactedSteps = ({ columns }: Replay): readonly number[] =>
  [...columns.compacted.keys()].filter((step) => columns.compacted[step] === 1);

/** "compacted at steps 2 and 4 (by hand)", "compacted 66 times (2 by hand), first at step 131". */
function compactedText(steps: readonly number[], judged: Fidelity | null): string {
  const marks = new Map<number, string>();
  for (const { outcome, step } of judged?.compactions ?? []) {
    if (outcome === 'manual' || outcome === 'far-below') marks.set(step, hands[outcome]);
  }
  if (steps.length <= LISTED) return `compacted at ${stepList(steps, marks)}`;
  return `compacted ${formatInteger(steps.length)} times${markCounts(steps, marks)}, first at step ${formatInteger(steps[0] ?? 0)}`;
}

/** How the file, or its silence, says whose a compaction is. */
const hands = { manual: 'by hand', 'far-below': 'maybe by hand: no trigger named' } as const;

/** Steps at which the watching policy asks for a compaction that the file does not have. */
const askedInVain = ({ observation, columns }: Replay): readonly number[] =>
  Array.from(observation?.fires ?? []).flatMap((fires, step) =>
    fires !== 0 && columns.compacted[step] !== 1 ? [step] : [],
  );

/** "Refused at step 143 and 1 more: 200,819 of 200,000 tokens". */
function overflowText(replay: Replay, over: readonly number[]): string {
  const first = numberAt(over, 0);
  const { steps, head } = replay.session.profile;
  const isRefused = (byteAt(steps.flags, first) & stepFlag.rejected) !== 0;
  const size = floatAt(replay.columns.real, first);
  const limit = limitAt(replay, first);
  const of = limit === null ? '' : ` of ${formatInteger(limit)}`;
  const sent = size > 0 ? `: ${formatInteger(size)}${of} tokens` : '';
  const more = over.length === 1 ? '' : ` and ${formatInteger(over.length - 1)} more`;
  const why = isRefused ? refusalWords(head.refusals.find(({ step }) => step === first)) : '';
  const did = isRefused ? 'Refused' : 'Over its limit';
  return `${did} at step ${formatInteger(first)}${more}${sent}${why}`;
}

/**
 * ", as its policy does", ", 1 of 3 as its policy does"; empty where nobody models the agent. A count that
 * lacks a part is no disagreement.
 */
function likeness(by: Fidelity | null): string {
  if (by === null || by.judged === 0) return '';
  const { judged, reproduced, explained } = by;
  if (reproduced === judged) return ', as its policy does';
  const lacks = 'the file lacks a part of the count';
  if (reproduced === 0) {
    if (explained === 0) return ', where its policy does not';
    return explained === judged
      ? `, where ${lacks}`
      : `, where its policy does not, at ${formatInteger(explained)} of them ${lacks}`;
  }
  const alike = `, ${formatInteger(reproduced)} of ${formatInteger(judged)} as its policy does`;
  return explained === 0 ? alike : `${alike}, at ${formatInteger(explained)} ${lacks}`;
}

/** "; nothing overflowed", or why that cannot be said. */
function endText(replay: Replay): string {
  if (!hasReal(replay)) return '; the provider reported no usage, so all sizes are estimated';
  return replay.limit === null ? '; the limit is not known' : '; nothing overflowed';
}

const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
