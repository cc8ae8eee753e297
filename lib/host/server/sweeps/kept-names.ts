import { findSession, type SessionListRow } from '@/lib/host/db/sessions/sessions';
import type { Database } from '@/lib/host/db/client';
import type { CorpusRow } from '@/lib/host/api/contract/corpus-contract';
import { hashOf } from '../sessions/bulk-own-bytes';
import { storedReferences } from '../sessions/stored-references';
import type { KeptSweep, NamesHashes } from './kept-sweep';
import { hasChanged, ShareFault, wasDeleted } from './share-fault';

/** Sweeps whose names are being read; lanes that ask at once share the result. */
const reading = new Map<string, Promise<NamesHashes>>();

/**
 * The hashes of the names in a sweep's sessions. Names of an earlier version, and those of a session
 * stored before there were any, are extracted first. @throws ShareFault for a session that is gone or
 * has other numbers.
 */
export async function namesHashes(db: Database, sweep: KeptSweep): Promise<NamesHashes> {
  const running = reading.get(sweep.id) ?? hashesOf(db, sweep);
  reading.set(sweep.id, running);
  try {
    return await running;
  } finally {
    reading.delete(sweep.id);
  }
}

async function hashesOf(db: Database, { sessions }: KeptSweep): Promise<NamesHashes> {
  const hashes: (string | null)[] = [];
  for (const session of sessions) {
    const row = await listedRow(db, session);
    if (row.hash !== null && row.hash !== session.hash) throw hasChanged(session);
    const names = await storedReferences(db, row);
    hashes.push(names && hashOf(names));
  }
  return hashes;
}

/**
 * The encoded names of some sessions as they were when their hashes were noted; null for numbers alone.
 * @throws ShareFault
 */
export async function namesOf(
  db: Database,
  sessions: readonly CorpusRow[],
  hashes: NamesHashes,
): Promise<readonly (Uint8Array | null)[]> {
  const names: (Uint8Array | null)[] = [];
  for (const [at, session] of sessions.entries()) {
    const hash = hashes[at] ?? null;
    const bytes = hash === null ? null : await storedReferences(db, await listedRow(db, session));
    if (hash !== null && (bytes === null || hashOf(bytes) !== hash)) {
      const { id, name } = session;
      const message = `The names in the session "${name}" changed after the sweep read them.`;
      throw new ShareFault(message, id);
    }
    names.push(bytes);
  }
  return names;
}

async function listedRow(db: Database, session: CorpusRow): Promise<SessionListRow> {
  const row = await findSession(db, session.id);
  if (row === null) throw wasDeleted(session);
  return row;
}
