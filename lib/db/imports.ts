import { noteChange } from './changes';
import { heldValues, whileHeld, WHILE_HELD, type Claim } from './claims';
import type { Database } from './client';
import type { Import } from './generated/client';
import { newId } from './id';
import { busyArchives } from './import-members';
import { KEEP_FAILED_MS } from './import-queue';
import { replaceLiveSessions } from './live-sessions';
import { insertStaged, type StagedRow } from './staged-rows';
import { storable } from './storable-text';

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
  /** How it came: upload (where left out), sample, member, watch, otlp, api. */
  readonly origin?: string;
  /** The archive it is a member of. */
  readonly parentId?: string;
  /** Imports of one live key replace each other's sessions. */
  readonly liveKey?: string;
  /** lib/jobs/import-options.ts, as JSON. */
  readonly options?: string;
}

/** How long an ended import is listed without being named. */
const RECENT_MS = 10 * 60_000;
const MOST_RECENT = 200;

/** No process reads it. */
const ENDED = { host: null, pid: null } as const;

/** Puts a trace into the queue. */
export async function queueImport({ prisma }: Database, trace: NewImport): Promise<ImportRow> {
  const data = {
    ...trace,
    file: storable(trace.file),
    id: newId(),
    status: 'queued',
    createdAt: Date.now(),
  };
  const row = await prisma.import.create({ data });
  await noteChange(prisma, 'import', row.id);
  return row;
}

/** How many imports wait or run; paused ones do neither. */
export async function pendingImports({ prisma }: Database): Promise<number> {
  const where = { OR: [{ status: 'queued', paused: false }, { status: 'running' }] };
  return prisma.import.count({ where });
}

/** What an import brought. */
export interface ImportSuccess {
  readonly format: string;
  readonly bytesRead: number;
  readonly records: number;
  /** JSON. */
  readonly receipt: string;
  /** JSON: secrets found, by rule; null where nobody looked. */
  readonly secrets: string | null;
  readonly sessionCount: number;
}

/**
 * Ends an import: what was staged, and the rows that were held back for this, become visible (in the
 * place of the sessions of its live key) together with the import's own end, or not at all. False
 * when it was cancelled meanwhile; then nothing has changed.
 * @throws LostClaim when it was taken over and rows were held back for it.
 */
export async function completeImport(
  db: Database,
  claim: Claim & Pick<ImportRow, 'liveKey'>,
  success: ImportSuccess,
  held: readonly StagedRow[] = [],
): Promise<boolean> {
  if (claim.liveKey === null) return completeSmall(db, claim, success, held);
  for (const row of held) await insertStaged(db.importing, db.dialect, claim, row);
  return db.transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { ...whileHeld(claim), cancel: false },
      data: { ...success, ...ENDED, status: 'done', finishedAt: Date.now() },
    });
    if (count === 0) return false;
    await replaceLiveSessions(tx, claim);
    await tx.session.updateMany({ where: { importId: claim.id }, data: { ready: true } });
    await noteChange(tx, 'import', claim.id);
    return true;
  });
}

/** The import was cancelled, or another process has it: nothing of the transaction may stay. */
class NotCompleted extends Error {}

/** Four statements below Prisma, where thousands of small traces wait. */
async function completeSmall(
  { importing, dialect }: Database,
  claim: Claim,
  { format, bytesRead, records, receipt, secrets, sessionCount }: ImportSuccess,
  held: readonly StagedRow[],
): Promise<boolean> {
  const now = Date.now();
  try {
    await importing.transaction(async (tx) => {
      for (const row of held) await insertStaged(tx, dialect, claim, row);
      const ended = await tx.execute(
        `UPDATE "Import" SET "status" = 'done', "host" = NULL, "pid" = NULL, "format" = ?,
           "bytesRead" = ?, "records" = ?, "receipt" = ?, "secrets" = ?, "sessionCount" = ?,
           "finishedAt" = ?
         WHERE ${WHILE_HELD} AND NOT "cancel"`,
        [format, bytesRead, records, receipt, secrets, sessionCount, now, ...heldValues(claim)],
      );
      if (ended === 0) throw new NotCompleted();
      await tx.execute(`UPDATE "Session" SET "ready" = true WHERE "importId" = ?`, [claim.id]);
      await tx.execute(`INSERT INTO "Change" ("kind", "subject", "at") VALUES ('import', ?, ?)`, [
        claim.id,
        now,
      ]);
    });
    return true;
  } catch (error) {
    if (error instanceof NotCompleted) return false;
    throw error;
  }
}

/** Ends an import that brought nothing; its staged rows must be gone. */
export async function failImport(
  { prisma }: Database,
  claim: Claim,
  failure: ImportFailure,
  receipt: string | null = null,
): Promise<void> {
  await prisma.import.updateMany({
    where: whileHeld(claim),
    data: {
      ...ENDED,
      status: failure.code === 'cancelled' ? 'cancelled' : 'failed',
      error: JSON.stringify(failure),
      receipt,
      finishedAt: Date.now(),
    },
  });
  await noteChange(prisma, 'import', claim.id);
}

/** Puts a running import back into the queue; its staged rows must be gone. */
export async function requeueImport(
  { prisma }: Database,
  claim: Claim,
  counted: boolean,
): Promise<void> {
  await prisma.import.updateMany({
    where: whileHeld(claim),
    data: {
      ...ENDED,
      status: 'queued',
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
  { prisma, importing }: Database,
  { id, sha256, options }: Pick<ImportRow, 'id' | 'sha256' | 'options'>,
): Promise<ImportRow | null> {
  const [found] = await importing.query(
    `SELECT "id" FROM "Import" AS "same"
     WHERE "sha256" = ? AND "options" ${options === null ? 'IS NULL' : '= ?'} AND "status" = 'done'
       AND "duplicateOf" IS NULL AND "id" <> ?
       AND EXISTS (SELECT 1 FROM "Session" WHERE "importId" = "same"."id")
     ORDER BY "seq" LIMIT 1`,
    options === null ? [sha256, id] : [sha256, options, id],
  );
  if (found === undefined) return null;
  return prisma.import.findUnique({ where: { id: String(found[0]) } });
}

/**
 * Ends an import whose content the library holds already. Sessions of the earlier import that the
 * user had deleted come back; nothing else changes.
 */
export async function completeDuplicate(
  db: Database,
  claim: Claim,
  earlier: ImportRow,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.import.updateMany({
      where: whileHeld(claim),
      data: {
        ...ENDED,
        status: 'done',
        duplicateOf: earlier.id,
        format: earlier.format,
        bytesRead: earlier.bytesRead,
        records: earlier.records,
        receipt: earlier.receipt,
        sessionCount: earlier.sessionCount,
        finishedAt: Date.now(),
      },
    });
    await tx.session.updateMany({
      where: { importId: earlier.id, deletedAt: { not: null } },
      data: { deletedAt: null },
    });
    await noteChange(tx, 'import', claim.id);
  });
}

/**
 * Imports by id, or those that are unfinished (or have unfinished members) or ended lately, without
 * the members of archives; newest first.
 */
export async function findImports(
  db: Database,
  ids?: readonly string[],
): Promise<readonly ImportRow[]> {
  const where =
    ids === undefined
      ? {
          parentId: null,
          OR: [
            { status: { in: ['queued', 'running'] } },
            { finishedAt: { gt: Date.now() - RECENT_MS } },
            { id: { in: [...(await busyArchives(db))] } },
          ],
        }
      : { id: { in: [...ids] } };
  const take = ids ? 500 : MOST_RECENT;
  return db.prisma.import.findMany({ where, orderBy: { seq: 'desc' }, take });
}

export async function findImport({ prisma }: Database, id: string): Promise<ImportRow | null> {
  return prisma.import.findUnique({ where: { id } });
}

/** Whether a trace ever entered the library, or its samples did. */
export async function isUntouched({ prisma }: Database): Promise<boolean> {
  const used = await prisma.import.findFirst({
    where: { OR: [{ sample: true }, { status: 'done' }] },
    select: { id: true },
  });
  return used === null;
}

/** Ids of waiting and running imports, and the files that they, or those to be retried, need. */
export async function neededFiles({ prisma }: Database): Promise<ReadonlySet<string>> {
  const rows = await prisma.import.findMany({
    where: {
      OR: [
        { status: { in: ['queued', 'running'] } },
        { status: 'failed', finishedAt: { gt: Date.now() - KEEP_FAILED_MS } },
      ],
    },
    select: { id: true, path: true },
  });
  return new Set(rows.flatMap(({ id, path }) => [id, path]));
}
