import type { Database } from '../client';
import { compress, decompress } from '../compress';
import type { Run } from '../generated/client';
import { newId } from '../id';

/** A frozen run without its record. */
export type RunRow = Omit<Run, 'record'>;

/** Most runs of a library. */
export const MOST_RUNS = 10_000;

/** Milliseconds for which deleted runs can be restored. */
const KEEP_DELETED_MS = 24 * 60 * 60_000;

const withoutRecord = { record: true } as const;

/** Stores a run; null if the library has the most it may keep. */
export async function createRun(
  { prisma }: Database,
  { sessionId, brief, record }: Pick<Run, 'sessionId' | 'brief'> & { readonly record: string },
): Promise<RunRow | null> {
  if ((await prisma.run.count({ where: { deletedAt: null } })) >= MOST_RUNS) return null;
  const data = { id: newId(), sessionId, brief, createdAt: Date.now() };
  return prisma.run.create({
    data: { ...data, record: await compress(record) },
    omit: withoutRecord,
  });
}

/** Runs, newest first, before a number; of one session if it is named. */
export function listRuns(
  { prisma }: Database,
  page: {
    readonly session: string | null;
    readonly before: number | null;
    readonly take: number;
  },
): Promise<readonly RunRow[]> {
  const { session, before, take } = page;
  return prisma.run.findMany({
    where: {
      deletedAt: null,
      ...(session === null ? {} : { sessionId: session }),
      ...(before === null ? {} : { seq: { lt: before } }),
    },
    orderBy: { seq: 'desc' },
    take,
    omit: withoutRecord,
  });
}

export function findRun({ prisma }: Database, id: string): Promise<RunRow | null> {
  return prisma.run.findFirst({ where: { id, deletedAt: null }, omit: withoutRecord });
}

/** JSON of a run's record; null if the run is gone. */
export async function runRecord({ prisma }: Database, id: string): Promise<string | null> {
  const row = await prisma.run.findFirst({
    where: { id, deletedAt: null },
    select: { record: true },
  });
  return row === null ? null : (await decompress(row.record)).toString('utf8');
}

/** Removes a run from the list; purges those deleted long ago. */
export async function deleteRun({ prisma }: Database, id: string): Promise<boolean> {
  const now = Date.now();
  await prisma.run.deleteMany({ where: { deletedAt: { lt: now - KEEP_DELETED_MS } } });
  const { count } = await prisma.run.updateMany({
    where: { id, deletedAt: null },
    data: { deletedAt: now },
  });
  return count > 0;
}

/** Restores a deleted run; false if it was purged. */
export async function restoreRun({ prisma }: Database, id: string): Promise<boolean> {
  const { count } = await prisma.run.updateMany({ where: { id }, data: { deletedAt: null } });
  return count > 0;
}

/** Those of some sessions that are listed. */
export async function listedIds(
  { prisma }: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await prisma.session.findMany({
    where: { id: { in: [...new Set(ids)] }, ready: true, deletedAt: null },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** The newest listed session of each of some hashes of numbers. */
export async function sessionsOfNumbers(
  { prisma }: Database,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await prisma.session.findMany({
    where: { hash: { in: [...new Set(hashes)] }, ready: true, deletedAt: null },
    orderBy: { seq: 'asc' },
    select: { id: true, hash: true },
  });
  return new Map(rows.map(({ id, hash }) => [hash ?? '', id]));
}

/** The newest listed session whose numbers have this hash; null without one. */
export async function sessionOfNumbers({ prisma }: Database, hash: string): Promise<string | null> {
  const row = await prisma.session.findFirst({
    where: { hash, ready: true, deletedAt: null },
    orderBy: { seq: 'desc' },
    select: { id: true },
  });
  return row?.id ?? null;
}

/** SHA-256 of the bytes of a session's trace; null where it has no one file. */
export async function traceHash({ prisma }: Database, importId: string): Promise<string | null> {
  const row = await prisma.import.findUnique({
    where: { id: importId },
    select: { sha256: true },
  });
  return row === null || row.sha256 === '' ? null : row.sha256;
}
