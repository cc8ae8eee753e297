import type { OpenedRun } from '@/lib/analysis/fit/opened/opened-run';
import { ENGINE } from '@/lib/engine/replay/engine';
import type { SessionHead } from '@/lib/engine/session/schema';
import type { ReferenceIndex } from '@/lib/engine/tokens/references/reference-index';
import type { Finding } from './finding';
import { allFindings } from './recall-findings';

/**
 * Number of the rules by which sessions open and are judged; it rises with every change after which some
 * session has another policy, other findings or another sentence in the library.
 */
const JUDGEMENT = 8;

/** Engine and rules that stored findings and counts are of: those of others are made anew. */
export const JUDGED_BY = `${ENGINE}.${JUDGEMENT}`;

/**
 * Findings of a session as it ran: under the policy and settings that it opens with. `references`: the
 * names in its texts, null where it has none.
 */
export function ownFindings(
  { source, notices }: Pick<SessionHead, 'source' | 'notices'>,
  { run }: OpenedRun,
  references: ReferenceIndex | null,
): readonly Finding[] {
  if (run.session.profile.stepCount === 0) return [];
  return allFindings(run, { agent: source.agent, notices }, { references });
}
