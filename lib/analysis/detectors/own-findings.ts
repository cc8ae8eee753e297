import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { ENGINE } from '@/lib/replay/engine';
import { prepare } from '@/lib/replay/prepare';
import type { SessionHead } from '@/lib/session/schema';
import type { Profile } from '@/lib/tokens/profile';
import type { ReferenceIndex } from '@/lib/tokens/references/reference-index';
import type { Finding } from './finding';
import { allFindings } from './recall-findings';

/** Number of the detectors' rules; it rises with every change after which some session has others. */
const DETECTORS = 5;

/** Engine and detectors that findings are of: stored ones of others are found anew. */
export const JUDGED_BY = `${ENGINE}.${DETECTORS}`;

/**
 * Findings of a session as it ran: under the policy and settings that it opens with. `references`: the
 * names in its texts, null where it has none.
 */
export function ownFindings(
  { source, notices }: Pick<SessionHead, 'source' | 'notices'>,
  profile: Profile,
  references: ReferenceIndex | null,
): readonly Finding[] {
  if (profile.stepCount === 0) return [];
  const opening = openSession(source, profile);
  const run = shownReplay(prepare(profile, opening.prefixTokens), opening, opening);
  return allFindings(run, { agent: source.agent, notices }, { references });
}
