import type * as z from 'zod';
import type { Settings } from '@/lib/policies/contract/fields';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import {
  choosePolicy,
  chooseSettings,
  type PolicyChoice,
} from '@/lib/policies/contract/policy-choice';
import { OWN_POLICY, type Opening } from '@/lib/analysis/fit/opening';
import type { replayRequestSchema } from '@/lib/host/api/contract/replay-contract';
import type { Profile } from '@/lib/tokens/profile';
import { badRequest } from '../handler';

/** What a request names of policy, preset and settings. */
type Named = Pick<z.output<typeof replayRequestSchema>, 'policy' | 'preset' | 'settings'>;

/** The policy, settings and prefix that a request is answered with. */
type Chosen = Omit<Opening, 'own'> & { readonly preset: string | null };

/**
 * The policy that a request names, under the session's values and its own settings. One that names
 * nothing gets the session's own policy.
 */
export function chosenOf(
  { policy: id, preset: presetId, settings: given }: Named,
  profile: Profile,
  opening: Opening,
): Chosen {
  const isBare = presetId === undefined && Object.keys(given).length === 0;
  const named = id ?? (isBare ? OWN_POLICY : DEFAULT_POLICY);
  if (named === OWN_POLICY && presetId === undefined) {
    const { policy, prefixTokens, own } = opening;
    const settings = settingsOf({ policy, preset: null }, given, opening.settings);
    return { policy, preset: own?.preset ?? null, settings, prefixTokens };
  }
  const chosen = choosePolicy(named, presetId);
  if (!chosen.ok) throw badRequest(chosen.error.message, chosen.error.at);
  const { policy, preset } = chosen.value;
  const { head } = profile;
  const suggested = sessionSettings(policy, head) as Settings;
  const settings = settingsOf(chosen.value, given, suggested);
  return { policy, preset: preset?.id ?? null, settings, prefixTokens: opening.prefixTokens };
}

function settingsOf(choice: PolicyChoice, given: Settings, suggested: Settings): Settings {
  const settings = chooseSettings(choice, given, suggested);
  if (!settings.ok) throw badRequest(settings.error.message, settings.error.at);
  return settings.value as Settings;
}
