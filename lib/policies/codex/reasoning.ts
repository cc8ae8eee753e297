/** Reasoning of a recording that holds no encrypted text of it. */
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { responseOf } from '@/lib/engine/mechanisms/ceiled-estimator';
import type { Profile } from '@/lib/engine/tokens/profile';

/**
 * Tokens of what a response shows: per bytes ÷ 4 of its texts and arguments, and per call. Line through the
 * responses of eight recorded rollouts that count reasoning apart (n = 1,541): what is left of the response then
 * adds up to 0.80 to 1.11 of the counted reasoning, session by session.
 */
const DENSITY = 1.16;
const CALL = 24;

/** Tokens of reasoning in a step's response: as counted, else what its entries do not show; 0 without a count. */
export function reasoningTokens(profile: Profile, step: number): number {
  const { steps, sum, entries } = profile;
  const counted = intAt(steps.reasoning, step);
  if (counted >= 0) return counted;
  const [from, end] = responseOf(profile, step);
  let shown = DENSITY * sumBetween(sum, from, end);
  for (let entry = from; entry < end; entry++) shown += CALL * intAt(entries.calls, entry);
  return Math.max(0, intAt(steps.output, step) - Math.trunc(shown));
}
