import { setImmediate } from 'node:timers/promises';
import { JUDGED_BY } from '@/lib/analysis/detectors/own-findings';
import type { Database } from '@/lib/server/db/client';
import { noteChange } from '@/lib/server/db/changes';
import { storageFault } from '@/lib/server/db/connection/storage-fault';
import { storeJudged, unjudgedSessions } from '@/lib/server/db/sessions/found';
import { findSession } from '@/lib/server/db/sessions/sessions';
import { judgedColumns } from '@/lib/server/import/stage-session';
import { readHead } from '../records';
import { ownProfile } from '../sessions/own-profile';
import { sessionNames } from '../sessions/stored-references';

/** Ids fetched at once of sessions to judge. */
const AT_ONCE = 500;

/**
 * Judges every session that other detectors judged than this version's, or none; those that have just been
 * imported with the names in their texts, which are extracted now. The event loop runs in between.
 * @param stopped - Asked before each session: the others wait for the next call.
 * @returns the number of sessions judged.
 */
export async function judgePendingSessions(db: Database, stopped = () => false): Promise<number> {
  let after = 0;
  let judged = 0;
  for (;;) {
    const found = await unjudgedSessions(db, JUDGED_BY, after, AT_ONCE);
    for (const { id, seq } of found) {
      if (stopped()) return judged;
      after = seq;
      if (await judgeSession(db, id)) judged++;
    }
    if (found.length < AT_ONCE) return judged;
  }
}

/** Judges a session as it ran; false if it is not listed any more, or cannot be read, which is logged. */
async function judgeSession(db: Database, id: string): Promise<boolean> {
  const row = await findSession(db, id);
  if (row === null) return false;
  try {
    const profile = await ownProfile(db, row);
    const columns = judgedColumns(profile, await readHead(db, id), await sessionNames(db, row));
    await storeJudged(db, row, columns).catch(unlessStorage);
    await noteChange(db.prisma, 'session', id).catch(unlessStorage);
    return true;
  } catch (error) {
    console.error(`The session ${id} cannot be judged:`, error);
    return false;
  } finally {
    await setImmediate();
  }
}

/** What cannot be stored now is found again at the next start. */
function unlessStorage(error: unknown): void {
  if (storageFault(error) === null) throw error;
}
