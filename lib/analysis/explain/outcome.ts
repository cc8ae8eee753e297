import { byteAt, intAt } from '@/lib/base/read';
import type { Replay } from '@/lib/replay/replay';
import { mark } from '@/lib/replay/prepare';
import { stepFlag } from '@/lib/tokens/profile';
import { policyEventsAt } from './policy-events';
import { overflows } from './step-events';

/** What the policy's side of a step did. `failed`: it asked for a compaction and got none. */
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
    ...(provider === 'no usage' ? [provider] : []),
    ...(overflows(replay, step) ? ['▲ overflow'] : []),
  ];
}

function policySide(replay: Replay, step: number): StepOutcome['policy'] {
  if (replay.columns.compacted[step] === 1) return 'compacted';
  const failed =
    policyEventsAt(replay, step).some(({ kind }) => kind === 'failure') ||
    replay.notes.background.some(({ end, how }) => end === step && how === 'failed');
  return failed ? 'failed' : 'held';
}

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
