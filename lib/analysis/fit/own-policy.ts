import type { Profile } from '@/lib/engine/tokens/profile';
import { claimedPolicy, type ClaimedPolicy, type ClaimSource } from './claimed-policy';
import { guardPolicy } from './guard-policy';
import { inferSetting, thresholdEvidence } from './threshold-evidence';

/** The policy that ran while a session was recorded, under the settings that the recording shows. */
export interface OwnPolicy extends ClaimedPolicy {
  /** Step of the recorded compaction that a setting was inferred from; null for none. */
  readonly inferredFrom: number | null;
  /** The evidence that a setting was inferred from, as a sentence; null where the table's holds. */
  readonly inferred: string | null;
  /** Complete: the settings that are assumed where the recording shows nothing. */
  readonly assumed: ClaimedPolicy['settings'];
}

/**
 * The agent's own policy; null where none models it. What the recording shows overrules what is assumed,
 * but not the limit that the user set.
 */
export function ownPolicy(
  source: ClaimSource,
  profile: Profile,
  prefixTokens: number,
): OwnPolicy | null {
  const guarded = guardPolicy(source, profile, prefixTokens);
  const claim = guarded ?? claimedPolicy(source, profile.head);
  if (claim === null) return null;
  const isGiven = profile.head.limit?.source === 'user';
  const inferred = isGiven ? null : inferSetting(claim, thresholdEvidence(profile));
  const found = claim.shown?.(profile) ?? inferred;
  if (found === null)
    return { ...claim, inferredFrom: null, inferred: null, assumed: claim.settings };
  const { settings, from, text } = found;
  // The state agrees under the window that was in force, not under the one that was assumed.
  const shown = Object.entries(settings).filter(([key, value]) => value !== claim.settings[key]);
  const again =
    guarded === null ? null : guardPolicy(source, profile, prefixTokens, Object.fromEntries(shown));
  if (again?.policy === claim.policy && again.preset === claim.preset) {
    const { words } = again;
    return {
      ...claim,
      words,
      settings,
      inferredFrom: from,
      inferred: text,
      assumed: claim.settings,
    };
  }
  return { ...claim, settings, inferredFrom: from, inferred: text, assumed: claim.settings };
}
