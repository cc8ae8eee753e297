import { isSetAside } from '@/lib/engine/tokens/usage/placeholders';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { firings, type Firing } from '@/lib/engine/policy/observed/watching';
import type { Replay } from '@/lib/engine/replay/replay';
import { mark } from '@/lib/engine/replay/prepare';
import { stepFlag, type StepCount } from '@/lib/engine/tokens/profile';
import { policyEventsAt } from '../policy-events';
import { overflows } from '../step-events';

/** What the policy's side of a step did. `failed`: a compaction was tried and none came of it. */
export const policySides = ['held', 'compacted', 'failed'] as const;
/** What the provider said of the request as sent. */
export const providerSides = ['answered', 'refused', 'no usage'] as const;

/** Outcome of a step: both sides, in the words of every surface. */
export interface StepOutcome {
  readonly policy: (typeof policySides)[number];
  readonly provider: (typeof providerSides)[number];
}

/** The outcome of a step: read from the recording where it is shown, computed where the replay went on. */
export function stepOutcome(replay: Replay, step: number): StepOutcome {
  return { policy: policySide(replay, step), provider: providerSide(replay, step) };
}

/** What the policy asks for where it watches; null where it decides, and where it asks for nothing. */
export function askedAt({ observation }: Replay, step: number): Exclude<Firing, 'none'> | null {
  const firing = firings[observation?.fires[step] ?? 0];
  return firing === undefined || firing === 'none' ? null : firing;
}

/**
 * How often a replay's policy compacts; where it watches, how often it asks for it: neighbouring steps at
 * which the recording does not follow are one time.
 */
export function timesCompacting(replay: Replay): number {
  const { columns, observation } = replay;
  if (observation === null) return columns.compacted.reduce((sum, bit) => sum + bit, 0);
  let times = 0;
  observation.fires.forEach((_, step) => {
    const goesOn = askedAt(replay, step - 1) !== null && columns.compacted[step - 1] !== 1;
    if (askedAt(replay, step) !== null && !goesOn) times++;
  });
  return times;
}

/** "held · answered". */
export const outcomeText = ({ policy, provider }: StepOutcome): string => `${policy} · ${provider}`;

/** The policy's side as what a step did. */
export const didWords: Readonly<Record<StepOutcome['policy'], string>> = {
  held: 'held',
  compacted: 'compacted',
  failed: 'failed to compact',
};

/** The same as what a step of a what-if does. */
export const doesWords: Readonly<Record<StepOutcome['policy'], string>> = {
  held: 'holds',
  compacted: 'compacts',
  failed: 'fails to compact',
};

/** What stands behind the policy's side in a line: nothing of a plain answer; an overflow was answered. */
export function providerWords(replay: Replay, step: number): readonly string[] {
  const { provider } = stepOutcome(replay, step);
  if (provider === 'refused') return ['▲ refused'];
  return [
    ...(provider === 'no usage' ? [ASIDE[setAsideAt(replay, step)?.kind ?? ''] ?? provider] : []),
    ...(overflows(replay, step) ? ['▲ overflow'] : []),
  ];
}

const ASIDE: Readonly<Record<string, string>> = {
  doubtful: 'doubtful count',
  placeholder: 'placeholder count',
};

/** The count of a step that was set aside as no request's, with the reason; null for every other step. */
export const setAsideAt = ({ session }: Replay, step: number): StepCount | null =>
  session.profile.head.counted.find((one) => one.step === step && isSetAside(one)) ?? null;

function policySide(replay: Replay, step: number): StepOutcome['policy'] {
  if (replay.columns.compacted[step] === 1) return 'compacted';
  const failed =
    policyEventsAt(replay, step).some(({ kind }) => kind === 'failure') ||
    replay.notes.background.some(({ end, how }) => end === step && how === 'failed');
  return failed ? 'failed' : 'held';
}

/**
 * "the recorded compaction failed: rate limited", where a recording that is shown as it is has no other at
 * the step; null elsewhere. A what-if decides for itself.
 */
export function recordedFailure(replay: Replay, step: number): string | null {
  if (replay.observation === null || replay.columns.compacted[step] === 1) return null;
  const failed = policyEventsAt(replay, step).find(({ kind }) => kind === 'failure');
  return failed === undefined ? null : lower(failed.text).replace(/\.$/, '');
}

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

function providerSide(replay: Replay, step: number): StepOutcome['provider'] {
  const { columns, marks, session } = replay;
  const { steps } = session.profile;
  const diverged = (byteAt(marks, step) & mark.diverged) !== 0;
  const flags = byteAt(steps.flags, step);
  const rejected = (flags & stepFlag.rejected) !== 0;
  // What a request that nobody sent would have met is judged by its size.
  if (diverged || steps.ratio !== null) {
    if (overflows(replay, step)) return 'refused';
    return rejected || (flags & stepFlag.reported) !== 0 ? 'answered' : 'no usage';
  }
  if (rejected) return 'refused';
  return intAt(steps.real, step) >= 0 && !Number.isNaN(columns.real[step])
    ? 'answered'
    : 'no usage';
}
