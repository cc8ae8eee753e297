import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { compacts, isAskedProjected, isProjected } from '@/lib/analysis/explain/step-events';
import type { Finding } from '../finding';
import type { Replay } from '@/lib/engine/replay/replay';
import { stepFlag, type MeasuredCompaction, type Profile } from '@/lib/engine/tokens/profile';

/** A compaction inside a session's steps. */
export interface CompactionFacts {
  readonly of: Finding['of'];
  readonly step: number;
  /** Tokens of the request before and after it; −1 where unknown. */
  readonly before: number;
  readonly after: number;
  /** Nobody measured the one after; nobody the one before. */
  readonly projected: boolean;
  readonly askedProjected: boolean;
  /** Entries that existed; those before `covered` are left out of the request but for kept ranges. */
  readonly entries: number;
  readonly covered: number;
  /** A summary stands for what was left out; false where it is only dropped. */
  readonly summarised: boolean;
  /** UTF-8 bytes of the summary; 0 where unknown. */
  readonly summaryBytes: number;
}

/** Recorded summaries whose next step the recording has, in step order. */
export function recordedCompactions(profile: Profile): readonly CompactionFacts[] {
  const { head, stepCount } = profile;
  return head.compactions.flatMap((one): CompactionFacts[] => {
    if (one.kind !== 'summary' || one.step >= stepCount) return [];
    return [
      {
        of: 'recording',
        step: one.step,
        // The provider's counts on both sides come before the agent's own words.
        ...sizesOf(profile, one),
        projected: false,
        askedProjected: false,
        entries: one.entry,
        covered: one.entry,
        summarised: true,
        summaryBytes: one.summaryBytes,
      },
    ];
  });
}

/** Tokens before and after: both counted by the provider, else by the agent as far as it says them. */
function sizesOf(
  profile: Profile,
  { step, preTokens, postTokens }: MeasuredCompaction,
): Pick<CompactionFacts, 'before' | 'after'> {
  const refused = (byteAt(profile.steps.flags, step) & stepFlag.rejected) !== 0;
  const before = realBefore(profile, step);
  const after = refused ? -1 : intAt(profile.steps.real, step);
  if (before >= 0 && after >= 0) return { before, after };
  return { before: preTokens ?? before, after: postTokens ?? intAt(profile.steps.real, step) };
}

/** The newest count before a step; −1 for none. */
function realBefore({ steps }: Profile, step: number): number {
  for (let i = step - 1; i >= 0; i--) if (intAt(steps.real, i) >= 0) return intAt(steps.real, i);
  return -1;
}

/** Compactions of the policy that the recording did not make alike, in step order. */
export function replayedCompactions(replay: Replay): readonly CompactionFacts[] {
  const { columns, session } = replay;
  const found: CompactionFacts[] = [];
  for (let step = 0; step < session.profile.stepCount; step++) {
    if (!compacts(replay, step) || byteAt(columns.reproduced, step) === 1) continue;
    found.push({
      of: 'replay',
      step,
      before: floatAt(columns.realBefore, step),
      after: floatAt(columns.real, step),
      projected: isProjected(replay, step),
      askedProjected: isAskedProjected(replay, step),
      entries: intAt(session.profile.steps.entries, step),
      covered: intAt(columns.covered, step),
      summarised: byteAt(columns.injected, step) === 1,
      summaryBytes: intAt(columns.summaryBytes, step),
    });
  }
  return found;
}
