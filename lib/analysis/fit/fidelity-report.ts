import type { Profile } from '@/lib/engine/tokens/profile';
import type { ClaimSource } from './claimed-policy';
import { fidelityOf } from './fidelity';
import { fidelityWords, lackingWords, neverWords } from './fidelity-words';
import { fitThreshold } from './fitted-threshold';
import type { Fidelity } from './judgement';
import { openSession } from './opening';
import type { OwnPolicy } from './own-policy';

/**
 * A session's compactions as judged, as the command line and the API print them. `policy` is null if
 * no policy models the agent. Null where there is nothing to say: the recording has no compaction,
 * and the agent's policy asks for none.
 */
export function fidelityReport(source: ClaimSource, profile: Profile) {
  const count = profile.head.compactions.filter(({ kind }) => kind === 'summary').length;
  const { own, prefixTokens } = openSession(source, profile);
  if (own === null) {
    if (count === 0) return null;
    const text = `no policy here models ${source.agent}: ${count} recorded ${count === 1 ? 'compaction is' : 'compactions are'} not checked`;
    return { policy: null, text };
  }
  const fidelity = fidelityOf(profile, own, prefixTokens);
  const text = judgementText(fidelity, own);
  if (text === null) return null;
  const { policyId: policy, preset, judged, reproduced, unknown, unknownReproduced } = fidelity;
  const { explained, manual, compactions, disagreements } = fidelity;
  return {
    policy,
    preset,
    settings: own.settings,
    text,
    judged,
    reproduced,
    unknown,
    unknownReproduced,
    explained,
    manual,
    compactions,
    disagreements,
    fitted: 'observed' in own.settings ? fitThreshold([fidelity]) : null,
    inferred: own.inferred,
  };
}

/**
 * The judgement in one line: what is reproduced, what is not, what was inferred. Null where there is
 * nothing to say.
 */
export function judgementText(fidelity: Fidelity, own: OwnPolicy): string | null {
  const { compactions, disagreements } = fidelity;
  if (compactions.length === 0 && disagreements.length === 0 && own.inferred === null) return null;
  const lacking = lackingWords(fidelity);
  return [
    `${compactions.length === 0 ? neverWords(fidelity) : fidelityWords(fidelity)} (${own.words})`,
    ...(lacking === null ? [] : [lacking]),
    ...(own.inferred === null ? [] : [`inferred: ${own.inferred}`]),
  ].join('; ');
}
