import { firstEvent } from '@/lib/analysis/fit/what-happened';
import type { Opening } from '@/lib/analysis/fit/opening';
import type { Replayable } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import { interestingStep } from './draft';
import type { OpeningView } from './view-url';

/**
 * What a session's bare address shows: the agent's own policy as it ran, at the first event on record,
 * else at the policy's own. Null where no policy models the agent.
 */
export function openingView(
  session: Replayable,
  { own, policy, settings }: Opening,
): OpeningView | null {
  if (own === null) return null;
  const step =
    firstEvent(session.profile)?.step ?? interestingStep(replay(session, policy, settings));
  return { policyId: policy.id, settings, step };
}
