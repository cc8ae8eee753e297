import type { Profile } from '@/lib/tokens/profile';
import { claimedPolicy, type ClaimSource } from './claimed-policy';
import { fidelityOf, fidelityWords } from './fidelity';
import { fitThreshold } from './fitted-threshold';

/**
 * A session's recorded compactions as judged, as the command line and the API print them; null where
 * the recording has none. `policy` is null if no policy models the agent.
 */
export function fidelityReport(source: ClaimSource, profile: Profile, prefixTokens: number) {
  const count = profile.head.compactions.filter(({ kind }) => kind === 'summary').length;
  if (count === 0) return null;
  const claim = claimedPolicy(source, profile.head);
  if (claim === null) {
    const text = `no policy here models ${source.agent}: ${count} recorded ${count === 1 ? 'compaction is' : 'compactions are'} not checked`;
    return { policy: null, text };
  }
  const fidelity = fidelityOf(profile, claim, prefixTokens);
  const { policyId, preset, words, judged, reproduced, manual, compactions, extras, whole } =
    fidelity;
  return {
    policy: policyId,
    preset,
    settings: claim.settings,
    text: `${fidelityWords(fidelity)} (${words})`,
    judged,
    reproduced,
    manual,
    compactions,
    extras,
    whole,
    fitted: fitThreshold([fidelity]),
  };
}
