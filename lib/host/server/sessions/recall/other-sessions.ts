import {
  chanceSessions,
  kinOf,
  type ChanceCandidate,
  type ChanceSession,
} from '@/lib/analysis/recall/chance-session';
import {
  AGAINST_ANOTHER,
  AGAINST_NONE,
  type OtherSession,
} from '@/lib/host/api/contract/workbench/recall-contract';
import type { Database } from '@/lib/host/db/client';
import { otherSessions, type SessionListRow } from '@/lib/host/db/sessions/sessions';
import { sourceSchema } from '@/lib/session/schema';
import { badRequest } from '../../handler';
import { requireSession } from '../../records';

/** A session of the library whose names may tell another's chance level. */
type Other = ChanceSession<Candidate>;

interface Candidate extends ChanceCandidate {
  readonly row: SessionListRow;
}

/** Whose names are taken off; null for nobody's; and whose might be, the first to be taken first. */
interface Others {
  readonly against: Other | null;
  readonly others: readonly Other[];
}

/** The sessions that a request of one may mean. @throws RequestError for one that cannot be taken. */
export async function othersOf(db: Database, own: SessionListRow, asked: string): Promise<Others> {
  const rows = await otherSessions(db, own);
  const others = chanceSessions(candidateOf(own), rows.map(candidateOf));
  if (asked === AGAINST_NONE) return { against: null, others };
  if (asked === AGAINST_ANOTHER) return { against: others[0] ?? null, others };
  const row = await requireSession(db, asked);
  if (row.id === own.id) throw badRequest('Its own names are no chance level.', 'against');
  if (row.numbersOnly) throw badRequest('That session has no names: numbers alone.', 'against');
  const session = candidateOf(row);
  return { against: { session, kin: kinOf(candidateOf(own), session) }, others };
}

/** Such a session as answers name it. */
export const named = ({ session: { row }, kin }: Other): OtherSession => ({
  id: row.id,
  name: row.name,
  kin,
});

function candidateOf(row: SessionListRow): Candidate {
  const { importId, format, file, sessionId, parent, project, steps } = row;
  const stored = parent === null ? null : sourceSchema.shape.parent.parse(JSON.parse(parent));
  return {
    ...{ trace: importId, format, file, sessionId, project, steps, row },
    parent: stored?.sessionId ?? null,
  };
}
