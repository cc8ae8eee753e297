import { chanceSessions, type ChanceCandidate } from '@/lib/analysis/recall/chance-session';
import type { OtherSession } from '@/lib/answers/model/question';
import type { Database } from '@/lib/server/db/client';
import { findSession, type SessionListRow } from '@/lib/server/db/sessions/sessions';
import { badRequest } from '../handler';
import { readHead } from '../records';
import { sessionNames } from '../sessions/stored-references';

/**
 * Whose names are taken off of a session as its chance level: of the one with the id `against`; none for
 * `none`, null where nothing is said. @throws RequestError for a session that cannot tell it.
 */
export async function chanceNames(
  db: Database,
  own: SessionListRow,
  against: unknown,
): Promise<OtherSession | 'none' | null> {
  if (typeof against !== 'string') return null;
  if (against === 'none') return 'none';
  const other = await findSession(db, against);
  if (other === null) throw badRequest(`There is no session ${against} in the library.`, 'against');
  const candidate = await candidateOf(db, other);
  const [chosen] = chanceSessions(await candidateOf(db, own), [candidate]);
  const names = chosen === undefined ? null : await sessionNames(db, other);
  if (chosen === undefined || names === null) {
    throw badRequest('The session has no names that could be taken off of this one.', 'against');
  }
  const { name, file } = candidate;
  return { names, about: { file, name, kin: chosen.kin }, isChosen: true };
}

async function candidateOf(
  db: Database,
  { id, importId, project, steps }: SessionListRow,
): Promise<ChanceCandidate & { readonly name: string }> {
  const { name, source } = await readHead(db, id);
  const { format, file, sessionId, parent } = source;
  return {
    ...{ trace: importId, format, file, sessionId, parent: parent?.sessionId ?? null },
    ...{ project, steps, name },
  };
}
