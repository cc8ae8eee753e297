import { firstStep } from '@/lib/analysis/explain/cause/first-step';
import type { Opening } from '@/lib/analysis/fit/opening';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { OpeningView } from './view-url';

/**
 * What a session's bare address shows: the agent's own policy as it ran, at the first event on record,
 * else at the policy's own. Null where no policy models the agent.
 */
export function openingView(session: Replayable, opening: Opening): OpeningView | null {
  const { own, policy, settings } = opening;
  if (own === null) return null;
  return { policyId: policy.id, settings, step: firstStep(session, opening) };
}
