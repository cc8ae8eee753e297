import { insertChange, noteChange } from '../changes';
import { heldValues, whileHeld, WHILE_HELD, type Claim } from './claims';
import type { Database } from '../client';
import type { Import } from '../generated/client';
import { busyArchives, IS_NO_TRACE } from './import-members';
import { KEEP_FAILED_MS, type ImportFailure } from './import-queue';
import { replaceLiveSessions } from '../sessions/live-sessions';
import { insertStaged, type StagedRow } from './staged-rows';

/** One import of a trace; times are milliseconds since 1970. */
export type ImportRow = Import;

/** Milliseconds for which an ended import is listed. */
const RECENT_MS = 10 * 60_000;
const MOST_RECENT = 200;

/** Columns of an import without a process. */
const ENDED = { host: null, pid: null } as const;

/** Number of imports that wait or run, without the paused ones. */
export async function pendingImports({ prisma }: Database): Promise<number> {
  const where = { OR: [{ status: 'queued', paused: false }, { status: 'running' }] };
  return prisma.import.count({ where });
}

/** Number of uploads whose texts and names are not stored. */
export const countNumbersOnly = ({ prisma }: Database): Promise<number> =>
  prisma.import.count({ where: { parentId: null, options: { contains: '"numbersOnly":true' } } });

/** Result of an import. */
interface ImportSuccess {
  readonly format: string;
  readonly bytesRead: number;
  readonly records: number;
  /** JSON. */
  readonly receipt: string;
  /** JSON: secrets found, by rule; null if not searched. */
  readonly secrets: string | null;
  readonly sessionCount: number;
}

/**
 * Ends an import: in one transaction the staged rows and those held back become visible, replace the
 * sessions of its live key, and the import is done. False if it was cancelled meanwhile; then nothing
 * has changed.
 * @throws LostClaim if it was taken over while rows were held back.
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

/** The import was cancelled or taken over: rolls the transaction back. */
class NotCompleted extends Error {}

/** Four statements without Prisma: fast enough for thousands of small traces. */
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
      await insertChange(tx, 'import', claim.id);
    });
    return true;
  } catch (error) {
    if (error instanceof NotCompleted) return false;
    throw error;
  }
}

/**
 * Ends an import without sessions; its staged rows must be deleted before. One commit without Prisma:
 * an archive may have thousands of members that fail.
 */
export async function failImport(
  { importing }: Pick<Database, 'importing'>,
  claim: Claim,
  failure: ImportFailure,
  receipt: string | null = null,
): Promise<void> {
  const status = failure.code === 'cancelled' ? 'cancelled' : 'failed';
  await importing.transaction(async (tx) => {
    await tx.execute(
      `UPDATE "Import" SET "status" = ?, "host" = NULL, "pid" = NULL, "error" = ?, "receipt" = ?,
         "finishedAt" = ?
       WHERE ${WHILE_HELD}`,
      [status, JSON.stringify(failure), receipt, Date.now(), ...heldValues(claim)],
    );
    await insertChange(tx, 'import', claim.id);
  });
}

/** Queues a running import again; its staged rows must be deleted before. */
export async function requeueImport(
  { prisma }: Database,
  claim: Claim,
  { counted }: { readonly counted: boolean },
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
 * The earlier import of the same content, if one of its sessions is still stored (deleted ones
 * included until they are purged).
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
 * Ends an import whose content the library already has. Restores deleted sessions of the earlier
 * import; changes nothing else.
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
      data: { deletedAt: null, family: 0 },
    });
    await noteChange(tx, 'import', claim.id);
  });
}

/**
 * Imports by id; without ids those that are unfinished (or have unfinished members) or ended
 * recently, without members of archives; newest first.
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

/**
 * Imports that failed and were not dismissed, newest first: archives with failed members for these. What nobody
 * chose (a member, a watched file) and is no trace is no failure, nor what a later state of the file took over.
 */
export async function failedImports({ prisma }: Database): Promise<readonly ImportRow[]> {
  const found = await prisma.$queryRawUnsafe<{ readonly id: string }[]>(
    `SELECT coalesce("parentId", "id") AS "id" FROM "Import" AS "one"
     WHERE "status" = 'failed' AND NOT "cancel" AND ("origin" IN ('upload', 'api') OR NOT (${IS_NO_TRACE}))
       AND NOT EXISTS (SELECT 1 FROM "Import" AS "later"
         WHERE "later"."liveKey" = "one"."liveKey" AND "later"."seq" > "one"."seq")
     GROUP BY coalesce("parentId", "id") ORDER BY max("seq") DESC LIMIT ${MOST_RECENT}`,
  );
  const ids = found.map(({ id }) => id);
  return prisma.import.findMany({ where: { id: { in: ids } }, orderBy: { seq: 'desc' } });
}

export async function findImport({ prisma }: Database, id: string): Promise<ImportRow | null> {
  return prisma.import.findUnique({ where: { id } });
}

/** True if no trace was ever imported and no sample ever queued. */
export async function isUntouched({ prisma }: Database): Promise<boolean> {
  const used = await prisma.import.findFirst({
    where: { OR: [{ sample: true }, { status: 'done' }] },
    select: { id: true },
  });
  return used === null;
}

/** Ids of waiting and running imports, and the files needed by them and by retries. */
export async function neededFiles({ prisma }: Database): Promise<ReadonlySet<string>> {
  const rows = await prisma.import.findMany({
    where: {
      OR: [
        { status: { in: ['queued', 'running'] } },
        { status: 'failed', finishedAt: { gt: Date.now() - KEEP_FAILED_MS } },
      ],
    },
    select: { id: true, path: true, status: true },
  });
  return new Set(
    rows.flatMap(({ id, path, status }) => (status === 'failed' ? [path] : [id, path])),
  );
}
