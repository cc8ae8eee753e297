import type { Database } from './client';
import type { Import } from './generated/client';
import { newId } from './id';

/** One trace on its way into the library; times are milliseconds since 1970. */
export type ImportRow = Import;

/** Why an import ended without sessions; stored as JSON. */
export interface ImportFailure {
  readonly code: string;
  readonly message: string;
  readonly at?: number | string;
}

/** What is known of a trace before anything of it is read. */
export interface NewImport {
  /** Name of the trace file. */
  readonly file: string;
  readonly bytes: number;
  /** Of the whole content, in hexadecimal. */
  readonly sha256: string;
  /** Where the content waits. */
  readonly path: string;
  readonly sample: boolean;
}

/** A file is given up after ending this many import processes. */
const MOST_ATTEMPTS = 3;

/** A process without a sign of life for so long has ended, whatever its number says. */
const SILENT_MS = 60_000;

/** How long an ended import is listed without being named. */
const RECENT_MS = 10 * 60_000;
const MOST_RECENT = 200;

/** Puts a trace into the queue. */
export function queueImport({ prisma }: Database, trace: NewImport): Promise<ImportRow> {
  const data = { ...trace, id: newId(), status: 'queued', createdAt: Date.now() };
  return prisma.import.create({ data });
}

/** Whether imports wait or run. */
export async function pendingImports({ prisma }: Database): Promise<number> {
  return prisma.import.count({ where: { status: { in: ['queued', 'running'] } } });
}

/** Takes the oldest waiting import; null when there is none, or while another process reads one. */
export async function claimImport({ prisma }: Database, pid: number): Promise<ImportRow | null> {
  const now = Date.now();
  const claimed = await prisma.$queryRaw<{ id: string }[]>`
    UPDATE "Import"
    SET "status" = 'running', "pid" = ${pid}, "heartbeatAt" = ${now}, "attempts" = "attempts" + 1
    WHERE "seq" = (SELECT min("seq") FROM "Import" WHERE "status" = 'queued')
      AND NOT EXISTS (SELECT 1 FROM "Import" WHERE "status" = 'running')
    RETURNING "id"`;
  const id = claimed[0]?.id;
  return id === undefined ? null : prisma.import.findUnique({ where: { id } });
}

/** Writes how far a running import is; true when the user asked to stop it. */
export async function reportProgress(
  { prisma }: Database,
  id: string,
  progress: { readonly bytesRead?: number; readonly records?: number },
): Promise<boolean> {
  const data = { ...progress, heartbeatAt: Date.now() };
  const { cancel } = await prisma.import.update({
    where: { id },
    data,
    select: { cancel: true },
  });
  return cancel;
}

/** What an import brought. */
export interface ImportSuccess {
  readonly format: string;
  readonly bytesRead: number;
  readonly records: number;
  /** JSON. */
  readonly receipt: string;
  readonly sessionCount: number;
}

/**
 * Ends an import: its staged sessions become visible together with the import's own end, or not at
 * all. False when it was cancelled meanwhile; then nothing has changed.
 */
export async function completeImport(
  db: Database,
  id: string,
  success: ImportSuccess,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { id, status: 'running', cancel: false },
      data: { ...success, status: 'done', pid: null, finishedAt: Date.now() },
    });
    if (count === 0) return false;
    await tx.session.updateMany({ where: { importId: id }, data: { ready: true } });
    return true;
  });
}

/** Ends an import that brought nothing; its staged rows must be gone. */
export async function failImport(
  { prisma }: Database,
  id: string,
  failure: ImportFailure,
  receipt: string | null = null,
): Promise<void> {
  await prisma.import.updateMany({
    where: { id, status: { in: ['queued', 'running'] } },
    data: {
      status: failure.code === 'cancelled' ? 'cancelled' : 'failed',
      error: JSON.stringify(failure),
      receipt,
      pid: null,
      finishedAt: Date.now(),
    },
  });
}

/** Puts a running import back into the queue; its staged rows must be gone. */
export async function requeueImport(
  { prisma }: Database,
  id: string,
  counted: boolean,
): Promise<void> {
  await prisma.import.updateMany({
    where: { id, status: 'running' },
    data: {
      status: 'queued',
      pid: null,
      bytesRead: 0,
      records: 0,
      ...(counted ? {} : { attempts: { decrement: 1 } }),
    },
  });
}

/**
 * The earlier import of the same content, while one of its sessions is still stored (deleted ones
 * included, until they are purged).
 */
export async function sameContent(
  { prisma }: Database,
  { id, sha256 }: Pick<ImportRow, 'id' | 'sha256'>,
): Promise<ImportRow | null> {
  return prisma.import.findFirst({
    where: { sha256, status: 'done', duplicateOf: null, id: { not: id }, sessions: { some: {} } },
    orderBy: { seq: 'asc' },
  });
}

/**
 * Ends an import whose content the library holds already. Sessions of the earlier import that the
 * user had deleted come back; nothing else changes.
 */
export async function completeDuplicate(
  db: Database,
  id: string,
  earlier: ImportRow,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.import.updateMany({
      where: { id, status: 'running' },
      data: {
        status: 'done',
        duplicateOf: earlier.id,
        format: earlier.format,
        bytesRead: earlier.bytesRead,
        records: earlier.records,
        receipt: earlier.receipt,
        sessionCount: earlier.sessionCount,
        pid: null,
        finishedAt: Date.now(),
      },
    });
    await tx.session.updateMany({
      where: { importId: earlier.id, deletedAt: { not: null } },
      data: { deletedAt: null },
    });
  });
}

/** Asks to stop an import: a waiting one ends at once, a running one within a second. */
export async function cancelImport({ prisma }: Database, id: string): Promise<void> {
  const failure: ImportFailure = { code: 'cancelled', message: 'The import was cancelled.' };
  const waiting = await prisma.import.updateMany({
    where: { id, status: 'queued' },
    data: { status: 'cancelled', error: JSON.stringify(failure), finishedAt: Date.now() },
  });
  if (waiting.count > 0) return;
  await prisma.import.updateMany({ where: { id, status: 'running' }, data: { cancel: true } });
}

/** Imports by id, or those that are unfinished or ended lately; newest first. */
export async function findImports(
  { prisma }: Database,
  ids?: readonly string[],
): Promise<readonly ImportRow[]> {
  const where =
    ids === undefined
      ? {
          OR: [
            { status: { in: ['queued', 'running'] } },
            { finishedAt: { gt: Date.now() - RECENT_MS } },
          ],
        }
      : { id: { in: [...ids] } };
  return prisma.import.findMany({ where, orderBy: { seq: 'desc' }, take: ids ? 500 : MOST_RECENT });
}

export async function findImport({ prisma }: Database, id: string): Promise<ImportRow | null> {
  return prisma.import.findUnique({ where: { id } });
}

/** Running imports whose process has ended, and whether they may be tried again. */
export async function abandonedImports(
  { prisma }: Database,
  isAlive: (pid: number) => boolean,
): Promise<readonly { readonly row: ImportRow; readonly again: boolean }[]> {
  const running = await prisma.import.findMany({ where: { status: 'running' } });
  const silent = Date.now() - SILENT_MS;
  return running
    .filter(({ pid, heartbeatAt }) => pid === null || !isAlive(pid) || (heartbeatAt ?? 0) < silent)
    .map((row) => ({ row, again: row.attempts < MOST_ATTEMPTS && !row.cancel }));
}

/** Whether a trace ever entered the library, or its samples did. */
export async function isUntouched({ prisma }: Database): Promise<boolean> {
  const used = await prisma.import.findFirst({
    where: { OR: [{ sample: true }, { status: 'done' }] },
    select: { id: true },
  });
  return used === null;
}

/** Files that waiting and running imports still need. */
export async function neededFiles({ prisma }: Database): Promise<ReadonlySet<string>> {
  const rows = await prisma.import.findMany({
    where: { status: { in: ['queued', 'running'] } },
    select: { path: true },
  });
  return new Set(rows.map((row) => row.path));
}
