import { noteChange } from '../changes';
import type { Database } from '../client';
import type { Suppression } from '../generated/client';
import { newId } from '../id';

/** The session id that stands for every session of the library. */
export const ALL_SESSIONS = '';

/** The suppressions that hold for a session, the newest first. */
export const suppressionsOf = (
  { prisma }: Database,
  sessionId: string,
): Promise<readonly Suppression[]> =>
  prisma.suppression.findMany({
    where: { sessionId: { in: [sessionId, ALL_SESSIONS] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });

/**
 * Suppresses a detector for a session, or for all. One that already is gets the new reason; one for all
 * takes the place of those of single sessions, and stays where a single one is asked for.
 */
export async function suppress(
  db: Database,
  wanted: Pick<Suppression, 'detector' | 'sessionId' | 'reason'>,
): Promise<Suppression> {
  const { detector, sessionId } = wanted;
  return db.transaction(async (tx) => {
    const ofAll = await tx.suppression.findFirst({
      where: { detector, sessionId: ALL_SESSIONS },
    });
    const isForAll = sessionId === ALL_SESSIONS;
    if (ofAll !== null && !isForAll) return ofAll;
    await tx.suppression.deleteMany({ where: isForAll ? { detector } : { detector, sessionId } });
    const made = await tx.suppression.create({
      data: { id: newId(), ...wanted, createdAt: Date.now() },
    });
    await noteChange(tx, 'session', isForAll ? 'all' : sessionId);
    return made;
  });
}

/** Ends a suppression; false if there is none of that id. */
export async function endSuppression(db: Database, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const known = await tx.suppression.findUnique({ where: { id } });
    if (known === null) return false;
    await tx.suppression.delete({ where: { id } });
    const { sessionId } = known;
    await noteChange(tx, 'session', sessionId === ALL_SESSIONS ? 'all' : sessionId);
    return true;
  });
}
