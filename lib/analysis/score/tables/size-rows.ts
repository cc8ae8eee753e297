import { claimedPolicy, type ClaimSource } from '@/lib/analysis/fit/claimed-policy';
import type { WrittenRow } from '@/lib/engine/sizes/size-table';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import type { Profile } from '@/lib/engine/tokens/profile';
import { scoreCompactions } from '../compaction-score';

/** Model of a step whose recording names none. */
const NO_MODEL = 'unknown';

/**
 * A session's rows of a table of sizes: one for each recorded compaction with a request behind it and
 * the text of its summary. Empty where no policy reads sizes of the session's agent.
 */
export function sizeRows(source: ClaimSource, profile: Profile): readonly WrittenRow[] {
  const policy = claimedPolicy(source, profile.head)?.policy;
  const agent = policy?.writes;
  if (policy === undefined || agent === undefined) return [];
  const { models } = profile.head;
  const scored = scoreCompactions(source, profile, sessionPrefix(profile).tokens);
  return scored
    .filter(({ first, summaryBytes }) => first > 0 && summaryBytes > 0)
    .map(({ step, first, summaryBytes, back, rest }): WrittenRow => {
      // The model of the step before it wrote the summary.
      const model = models[profile.steps.model[step - 1] ?? -1] ?? NO_MODEL;
      const puts = policy.traits.reattaches === true;
      const came = puts ? ([back, rest] as const) : ([null, null] as const);
      return [agent, source.agentVersion, model, first, summaryBytes, ...came];
    });
}
