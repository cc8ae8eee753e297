import { noteChange } from '../changes';
import type { Database } from '../client';
import { decompress } from '../compress';
import type { Import, Prisma, Session } from '../generated/client';
import { purgeImport } from '../imports/purge';
import { sessionTexts } from './session-texts';

/** The user's settings of a session whose trace grows. */
export type LiveSettings = Pick<Session, 'sessionId' | 'lane' | 'limitOverride' | 'attached'>;

/** The settings of the sessions that a live import will replace. */
export async function liveSettings(
  { prisma }: Database,
  liveKey: string,
): Promise<readonly LiveSettings[]> {
  return prisma.session.findMany({
    where: {
      ready: true,
      import: { liveKey },
      OR: [{ limitOverride: { not: null } }, { attached: { not: null } }],
    },
    select: { sessionId: true, lane: true, limitOverride: true, attached: true },
  });
}

const identity = { id: true, sessionId: true, lane: true } satisfies Prisma.SessionSelect;
const freshColumns = {
  ...identity,
  file: true,
  agent: true,
  model: true,
} satisfies Prisma.SessionSelect;
const earlierColumns = {
  ...identity,
  name: true,
  deletedAt: true,
  limitOverride: true,
  attached: true,
  revision: true,
  data: { select: { attached: true, head: true } },
} satisfies Prisma.SessionSelect;

type Earlier = Prisma.SessionGetPayload<{ select: typeof earlierColumns }>;
type Identity = Prisma.SessionGetPayload<{ select: typeof identity }>;
type Fresh = Prisma.SessionGetPayload<{ select: typeof freshColumns }>;

/**
 * Replaces the sessions of a live key by those of its new import. A session keeps its id, the user's
 * limit, attached prefix, name and notes, and its deletion; its revision grows. Deletes sessions that left
 * the trace. Part of the transaction that ends the import.
 */
export async function replaceLiveSessions(
  tx: Prisma.TransactionClient,
  { id: importId, liveKey }: Pick<Import, 'id' | 'liveKey'>,
): Promise<void> {
  if (liveKey === null) return;
  const earlier = await tx.session.findMany({
    where: { ready: true, importId: { not: importId }, import: { liveKey } },
    orderBy: { seq: 'asc' },
    select: earlierColumns,
  });
  const fresh = await tx.session.findMany({
    where: { importId },
    orderBy: { seq: 'asc' },
    select: freshColumns,
  });
  const pairs = pairUp(earlier, fresh);
  // Their steps are deleted with them: an id is free before another session takes it.
  await tx.session.deleteMany({ where: { id: { in: earlier.map(({ id }) => id) } } });
  for (const [old, session] of pairs) await takePlace(tx, old, session);
  // A session keeps the notes that the user made of it; those of the trace came with its first import.
  await tx.note.deleteMany({ where: { sessionId: { in: pairs.map(([, { id }]) => id) } } });
  const kept = new Map(pairs.map(([old, { id }]) => [id, old.id]));
  const subjects = fresh.map(({ id }) => kept.get(id) ?? id);
  await noteChange(tx, 'session', ...subjects, ...earlier.map(({ id }) => id));
}

/** Pairs new with old sessions by their identity in the trace; a single pair left over matches too. */
function pairUp(
  earlier: readonly Earlier[],
  fresh: readonly Fresh[],
): readonly (readonly [Earlier, Fresh])[] {
  const key = ({ sessionId, lane }: Identity): string => JSON.stringify([sessionId, lane]);
  const waiting = [...earlier];
  const pairs: (readonly [Earlier, Fresh])[] = [];
  const left: Fresh[] = [];
  for (const session of fresh) {
    const i = waiting.findIndex((old) => key(old) === key(session));
    const [old] = i < 0 ? [] : waiting.splice(i, 1);
    if (old === undefined) left.push(session);
    else pairs.push([old, session]);
  }
  const [lone] = left;
  const [old] = waiting;
  if (lone && old && left.length === 1 && waiting.length === 1) pairs.push([old, lone]);
  return pairs;
}

async function takePlace(tx: Prisma.TransactionClient, old: Earlier, fresh: Fresh): Promise<void> {
  const { deletedAt, limitOverride, attached } = old;
  const name = await renamed(old);
  await tx.session.update({
    where: { id: fresh.id },
    data: {
      id: old.id,
      revision: old.revision + 1,
      deletedAt,
      limitOverride,
      attached,
      // The user may have changed both since the content was measured.
      hash: null,
      foundBy: null,
      ...(name === null ? {} : { name, ...sessionTexts({ ...fresh, name }) }),
    },
    select: { seq: true },
  });
  if (old.data?.attached) {
    const data = { attached: old.data.attached };
    await tx.sessionData.updateMany({ where: { sessionId: old.id }, data });
  }
}

/** The user's name for a session; null if it has the importer's. */
async function renamed({ name, data }: Earlier): Promise<string | null> {
  if (data === null) return null;
  const head: unknown = JSON.parse((await decompress(data.head)).toString('utf8'));
  const given = typeof head === 'object' && head !== null && 'name' in head ? head.name : name;
  return given === name ? null : name;
}

/** Deletes a live key's earlier imports, whose sessions were replaced. */
export async function purgeReplaced(
  db: Database,
  { liveKey, seq }: Pick<Import, 'liveKey' | 'seq'>,
): Promise<void> {
  if (liveKey === null) return;
  const replaced = await db.prisma.import.findMany({
    where: {
      liveKey,
      seq: { lt: seq },
      status: { in: ['done', 'failed', 'cancelled'] },
      sessions: { none: {} },
    },
    select: { id: true },
  });
  for (const { id } of replaced) {
    await purgeImport(db, id);
    await db.prisma.import.deleteMany({ where: { id, sessions: { none: {} } } });
  }
}

/** Removes a live key's sessions from the library: their records moved to another group. */
export async function retireLiveKey(db: Database, liveKey: string): Promise<void> {
  const rows = await db.prisma.import.findMany({
    where: { liveKey, status: { in: ['done', 'failed', 'cancelled'] } },
    select: { id: true, sessions: { select: { id: true, seq: true } } },
  });
  for (const { id, sessions } of rows) {
    const families = sessions.map(({ seq }) => seq);
    await db.prisma.session.updateMany({
      where: { family: { in: families } },
      data: { family: 0 },
    });
    await purgeImport(db, id);
    await db.prisma.import.deleteMany({ where: { id } });
    await noteChange(db.prisma, 'session', ...sessions.map((session) => session.id));
  }
}
