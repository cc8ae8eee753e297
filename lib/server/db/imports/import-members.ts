import { noteChange } from '../changes';
import type { Database } from '../client';
import type { Import, Prisma } from '../generated/client';
import type { ImportFailure } from './import-queue';

/** Error codes of files that are not traces: `noTraceCodes` of the importers, which this layer does not know. */
const NO_TRACE = ['unrecognized', 'no-records', 'empty', 'no-sessions'];

/** Condition of a statement: the file is no trace. */
export const IS_NO_TRACE = NO_TRACE.map((code) => `"error" LIKE '{"code":"${code}"%'`).join(' OR ');
const noTrace: Prisma.ImportWhereInput = {
  status: 'failed',
  OR: NO_TRACE.map((code) => ({ error: { startsWith: `{"code":"${code}"` } })),
};

/** Members of an archive, counted by state, with their sessions and bytes. */
export type MemberTotals = Readonly<typeof NOTHING>;

const NOTHING = {
  total: 0,
  waiting: 0,
  paused: 0,
  running: 0,
  done: 0,
  /** Files that are not traces; they do not count as failures. */
  skipped: 0,
  failed: 0,
  cancelled: 0,
  sessions: 0,
  bytes: 0,
  /** All bytes of ended members; of the others the bytes read so far. */
  bytesRead: 0,
};

/** Totals of members, for each of these imports that has members. */
export async function memberTotals(
  { prisma }: Database,
  parentIds: readonly string[],
): Promise<ReadonlyMap<string, MemberTotals>> {
  const where = { parentId: { in: [...parentIds] } };
  const groups = await prisma.import.groupBy({
    by: ['parentId', 'status', 'paused'],
    where,
    _count: { _all: true },
    _sum: { bytes: true, bytesRead: true, sessionCount: true },
  });
  const skipped = await prisma.import.groupBy({
    by: ['parentId'],
    where: { ...where, ...noTrace },
    _count: { _all: true },
  });
  const totals = new Map<string, MemberTotals>();
  for (const { parentId, status, paused, _count, _sum } of groups) {
    const id = parentId ?? '';
    const known = totals.get(id) ?? NOTHING;
    const ended = status !== 'queued' && status !== 'running';
    const key = keyOf(status, paused);
    totals.set(id, {
      ...known,
      total: known.total + _count._all,
      [key]: known[key] + _count._all,
      sessions: known.sessions + (status === 'done' ? (_sum.sessionCount ?? 0) : 0),
      bytes: known.bytes + (_sum.bytes ?? 0),
      bytesRead: known.bytesRead + ((ended ? _sum.bytes : _sum.bytesRead) ?? 0),
    });
  }
  for (const { parentId, _count } of skipped) {
    const id = parentId ?? '';
    const known = totals.get(id) ?? NOTHING;
    totals.set(id, {
      ...known,
      failed: known.failed - _count._all,
      skipped: known.skipped + _count._all,
    });
  }
  return totals;
}

function keyOf(status: string, paused: boolean): keyof MemberTotals {
  if (status === 'queued') return paused ? 'paused' : 'waiting';
  return status === 'running' || status === 'done' || status === 'cancelled' ? status : 'failed';
}

/** Members of an archive: failed, running, waiting, done, then those that are not traces. */
export async function findMembers(
  { prisma, dialect }: Database,
  parentId: string,
  from: number,
  take: number,
): Promise<readonly Import[]> {
  const ids = await prisma.$queryRawUnsafe<{ id: string }[]>(
    dialect.parameters(`SELECT "id" FROM "Import" WHERE "parentId" = ?
      ORDER BY CASE WHEN "status" = 'failed' AND (${IS_NO_TRACE}) THEN 5
        WHEN "status" = 'failed' THEN 0 WHEN "status" = 'running' THEN 1
        WHEN "status" = 'queued' THEN 2 WHEN "status" = 'done' THEN 3 ELSE 4 END, "seq"
      LIMIT ? OFFSET ?`),
    parentId,
    take,
    from,
  );
  const rows = await prisma.import.findMany({ where: { id: { in: ids.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Archives with members that wait or run. */
export async function busyArchives({ prisma }: Database): Promise<readonly string[]> {
  const groups = await prisma.import.groupBy({
    by: ['parentId'],
    where: { status: { in: ['queued', 'running'] }, parentId: { not: null } },
  });
  return groups.flatMap(({ parentId }) => (parentId === null ? [] : [parentId]));
}

/** Size of an archive's members together. */
export interface ImportTree {
  readonly bytes: number;
  readonly members: number;
}

export async function treeOf({ prisma }: Database, parentId: string): Promise<ImportTree> {
  const { _sum, _count } = await prisma.import.aggregate({
    where: { parentId },
    _sum: { bytes: true },
    _count: { _all: true },
  });
  return { bytes: _sum.bytes ?? 0, members: _count._all };
}

/** Ends the members that still wait; returns their uploads, which the caller deletes. */
export async function failWaiting(
  { prisma }: Database,
  parentId: string,
  failure: ImportFailure,
): Promise<readonly string[]> {
  const uploads: string[] = [];
  for (;;) {
    const where = { parentId, status: 'queued' };
    const rows = await prisma.import.findMany({
      where,
      select: { id: true, path: true },
      take: 500,
    });
    if (rows.length === 0) break;
    const error = JSON.stringify(failure);
    await prisma.import.updateMany({
      where: { ...where, id: { in: rows.map(({ id }) => id) } },
      data: { status: 'failed', path: '', error, finishedAt: Date.now() },
    });
    uploads.push(...rows.map(({ path }) => path));
  }
  await noteChange(prisma, 'import', parentId);
  return uploads;
}
