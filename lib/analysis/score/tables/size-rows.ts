import { claimedPolicy, type ClaimSource } from '@/lib/analysis/fit/claimed-policy';
import type { WrittenRow } from '@/lib/engine/sizes/size-table';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import type { Profile } from '@/lib/engine/tokens/profile';
import { scoreCompactions } from '../compaction-score';

/** Model of a step whose recording names none. */
const NO_MODEL = 'unknown';

/**
 * A session's rows of a table of sizes: one for each recorded compaction with a request behind it. A summary
 * that the recording does not show (sealed, or left out) has the size of what fills the request in its place,
 * unless its agent puts other things there too. Empty where no policy reads sizes of the session's agent.
 */
export function sizeRows(source: ClaimSource, profile: Profile): readonly WrittenRow[] {
  const policy = claimedPolicy(source, profile.head)?.policy;
  const agent = policy?.writes;
  if (policy === undefined || agent === undefined) return [];
  const { models } = profile.head;
  const scored = scoreCompactions(source, profile, sessionPrefix(profile).tokens);
  const puts = policy.traits.reattaches === true;
  return scored.flatMap(({ step, reads, first, summaryBytes, fillingBytes, back, rest }) => {
    const hidden = !puts && (reads === 'sealed' || reads === 'none');
    const bytes = hidden ? fillingBytes : summaryBytes;
    if (first <= 0 || bytes <= 0) return [];
    // The model of the step before it wrote the summary.
    const model = models[profile.steps.model[step - 1] ?? -1] ?? NO_MODEL;
    const came = puts ? ([back, rest] as const) : ([null, null] as const);
    const row: WrittenRow = [agent, source.agentVersion, model, first, bytes, ...came];
    return [row];
  });
}
