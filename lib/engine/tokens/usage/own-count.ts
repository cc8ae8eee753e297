import { intAt } from '@/lib/engine/base/read';
import type { MeasuredCompaction, Profile } from '../profile';

/** The agent's count may include the last response, and what came behind it. */
const APART = 1.5;

type OwnCount = Pick<MeasuredCompaction, 'step' | 'preTokens'>;

/**
 * What the newest usage record before a compaction counts, where the agent's own count there is that of
 * another request. Null where the two agree, or one of them is unknown.
 */
export function countedApart(profile: Profile, { step, preTokens }: OwnCount): number | null {
  const newest = newestCount(profile, step);
  if (preTokens === null || newest < 0) return null;
  const recorded = countedAt(profile, newest)?.tokens ?? intAt(profile.steps.real, newest);
  return isApart(profile, { step, preTokens }, newest, recorded) ? recorded : null;
}

/** The agent's own count before a compaction, where it may stand for the request that it did not send; else null. */
export function requestCount(profile: Profile, { step, preTokens }: OwnCount): number | null {
  const newest = newestCount(profile, step);
  if (preTokens === null || newest < 0) return preTokens;
  if (countedAt(profile, newest)?.kind === 'doubtful') return null;
  const sent = intAt(profile.steps.real, newest);
  return isApart(profile, { step, preTokens }, newest, sent) ? null : preTokens;
}

const countedAt = ({ head }: Profile, step: number) =>
  head.counted.find((one) => one.step === step);

/** The newest step before another with a usage record, believed or not; −1 for none. */
function newestCount(profile: Profile, step: number): number {
  let newest = Math.min(step, profile.stepCount) - 1;
  while (
    newest >= 0 &&
    intAt(profile.steps.real, newest) < 0 &&
    countedAt(profile, newest) === undefined
  ) {
    newest--;
  }
  return newest;
}

/** 1.5 times what was sent and all that may have come since, or more; or two thirds of it, or less. */
function isApart(
  { steps, entryCount, stepCount, sum }: Profile,
  { step, preTokens }: { readonly step: number; readonly preTokens: number },
  newest: number,
  sent: number,
): boolean {
  const waiting = step < stepCount ? intAt(steps.entries, step) : entryCount;
  // What came behind the response is in the agent's count and in no request yet.
  const came = Math.max(0, intAt(sum, waiting) - intAt(sum, intAt(steps.entries, newest)));
  const output = Math.max(0, intAt(steps.output, newest));
  return preTokens > APART * (sent + 2 * came + output) || preTokens * APART < sent;
}
