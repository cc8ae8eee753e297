import { ok, type Result } from '@/lib/engine/base/result';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import {
  choosePolicy,
  chooseSettings,
  type ChoiceError,
  type GivenSettings,
  type PolicyChoice,
} from '@/lib/policies/policy-choice';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import type { Profile } from '@/lib/engine/tokens/profile';
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

/** What a link, a command line or a request names of a replay; null and {} where it names nothing. */
export interface NamedReplay {
  /** An id, or `own`. */
  readonly policy: string | null;
  readonly preset: string | null;
  readonly settings: GivenSettings;
}

/** A policy and its complete settings on a session. */
export interface ChosenReplay {
  readonly policy: Policy;
  /** Id of the preset that was named, or that the session opens with; null for none. */
  readonly preset: string | null;
  readonly settings: Settings;
}

/**
 * The replay that is named: what is left out is what the session opens with, and settings without a
 * policy are changes of that one. A policy that is named begins with what the session says of itself.
 */
export function namedReplay(
  { policy: id, preset, settings }: NamedReplay,
  opening: Opening,
  { head }: Pick<Profile, 'head'>,
): Result<ChosenReplay, ChoiceError> {
  const isOwn = id === null || id === OWN_POLICY;
  if (isOwn && preset === null) return chosenReplay(null, settings, opening, { head });
  const choice = choosePolicy(isOwn ? opening.policy.id : id, preset ?? undefined);
  if (!choice.ok) return choice;
  return isOwn
    ? replayOf(choice.value, settings, opening.settings)
    : chosenReplay(choice.value, settings, opening, { head });
}

/** {@link namedReplay} for a policy that was found already; null for the one that the session opens with. */
export function chosenReplay(
  choice: PolicyChoice | null,
  given: GivenSettings,
  opening: Opening,
  { head }: Pick<Profile, 'head'>,
): Result<ChosenReplay, ChoiceError> {
  if (choice !== null) {
    return replayOf(choice, given, sessionSettings(choice.policy, head) as Settings);
  }
  const own = replayOf({ policy: opening.policy, preset: null }, given, opening.settings);
  return own.ok ? ok({ ...own.value, preset: opening.own?.preset ?? null }) : own;
}

function replayOf(
  choice: PolicyChoice,
  given: GivenSettings,
  suggested: Settings,
): Result<ChosenReplay, ChoiceError> {
  const settings = chooseSettings(choice, given, suggested);
  if (!settings.ok) return settings;
  const preset = choice.preset?.id ?? null;
  return ok({ policy: choice.policy, preset, settings: settings.value as Settings });
}
