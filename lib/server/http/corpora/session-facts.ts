import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/server/db/client';
import { storageFault } from '@/lib/server/db/connection/storage-fault';
import { unreadSessions, type FactsRow } from '@/lib/server/db/sessions/corpus-rows';
import type { SessionConditions } from '@/lib/server/db/sessions/session-where';
import { findSession, storeContent, type SessionContent } from '@/lib/server/db/sessions/sessions';
import { sessionContent } from '@/lib/server/import/stage-session';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import { isSubAgent } from '@/lib/api/contract/session-filter';
import { openingBriefSchema } from '@/lib/api/contract/opening-brief';
import { sourceSchema } from '@/lib/engine/session/schema';
import { ownProfile } from '../sessions/own-profile';

/** Ids fetched at once of sessions to read. */
const AT_ONCE = 500;

/**
 * Reads a session's numbers and stores what follows from them; null if it is not listed any more, or
 * if its numbers cannot be read, which is logged.
 */
async function readContent(db: Database, id: string): Promise<SessionContent | null> {
  const row = await findSession(db, id);
  if (row === null) return null;
  try {
    const content = sessionContent(await ownProfile(db, row));
    await storeContent(db, row, content).catch(unlessStorage);
    return content;
  } catch (error) {
    console.error(`The numbers of the session ${id} cannot be read:`, error);
    return null;
  } finally {
    await setImmediate();
  }
}

/** What cannot be stored now is read again next time. */
function unlessStorage(error: unknown): void {
  if (storageFault(error) === null) throw error;
}

/**
 * Reads the numbers of every session under some conditions (null: of all) that an earlier version
 * stored without time and hash. @returns the number of sessions read.
 */
export async function readMissingFacts(
  db: Database,
  conditions: SessionConditions | null,
): Promise<number> {
  let after = 0;
  let read = 0;
  for (;;) {
    const found = await unreadSessions(db, conditions, after, AT_ONCE);
    for (const { id, seq } of found) {
      after = seq;
      if ((await readContent(db, id)) !== null) read++;
    }
    if (found.length < AT_ONCE) return read;
  }
}

const parentSchema = sourceSchema.shape.parent;

/** A session of a corpus; null if it is not listed any more, or cannot be read. */
export async function corpusRow(db: Database, row: FactsRow): Promise<CorpusRow | null> {
  const content = row.hash === null ? await readContent(db, row.id) : row;
  const hash = content?.hash ?? null;
  if (content === null || hash === null) return null;
  const parent = row.parent === null ? null : parentSchema.parse(JSON.parse(row.parent));
  return {
    id: row.id,
    name: row.name,
    agent: row.agent,
    model: row.model,
    hash,
    generated: row.generated,
    subAgent: isSubAgent({ parent }),
    cluster: clusterOf(row, parent?.sessionId ?? row.sessionId),
    startedAt: content.startedAt,
    steps: row.steps,
    limit: row.limit,
    peak: row.peakProjected ? null : row.peakReal,
    opening: row.opening === null ? null : openingBriefSchema.parse(JSON.parse(row.opening)),
  };
}

/** Letters of an identifier that is unlike every other one, such as a UUID. */
const UNIQUE = 20;

/**
 * Sessions of one cluster are not independent: those of one project, where the recording names it;
 * else a session and those that belong to it, wherever their files are. An identifier as short as "1"
 * says nothing outside its trace, whose sessions are one cluster then.
 */
const clusterOf = ({ importId, project }: FactsRow, root: string): string =>
  project ?? (root.length >= UNIQUE ? root : importId);
