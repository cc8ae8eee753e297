import { policyOrDefault, DEFAULT_POLICY } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import type { Settings } from '@/lib/policies/contract/fields';
import type { Policy } from '@/lib/policies/contract/policy';
import { sessionPrefix } from '@/lib/replay/session-prefix';
import type { Profile } from '@/lib/tokens/profile';
import type { ClaimSource } from './claimed-policy';
import { ownPolicy, type OwnPolicy } from './own-policy';

/** The name by which a link, a command line or a request asks for the agent's own policy. */
export const OWN_POLICY = 'own';

/** The policy, settings and prefix that a session opens with, wherever it is opened. */
export interface Opening {
  readonly policy: Policy;
  readonly settings: Settings;
  /** Heuristic tokens of the prefix. */
  readonly prefixTokens: number;
  /** The same as the agent's own policy; null where none models the agent. */
  readonly own: OwnPolicy | null;
}

/**
 * Opens a session as it ran: the policy that models its agent, in the version that recorded it, with
 * the recorded limit and sizes. A session of another agent opens with ContextGuard.
 */
export function openSession(source: ClaimSource, profile: Profile): Opening {
  const prefixTokens = sessionPrefix(profile).tokens;
  const own = ownPolicy(source, profile, prefixTokens);
  if (own !== null) return { policy: own.policy, settings: own.settings, prefixTokens, own };
  const policy = policyOrDefault(DEFAULT_POLICY);
  const { head } = profile;
  const settings = sessionSettings(policy, head) as Settings;
  return { policy, settings, prefixTokens, own };
}
