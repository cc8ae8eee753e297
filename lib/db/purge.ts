import type { Database } from './client';

/** Rows deleted by one statement: others may write in between. */
const CHUNK = 64;

/** How long deleted sessions can be restored. */
const KEEP_DELETED_MS = 24 * 60 * 60_000;

/** Deletes an import's sessions and texts, chunk by chunk; the import itself stays. */
export async function purgeImport({ prisma }: Database, importId: string): Promise<void> {
  const sessionChunk = (): Promise<number> => prisma.$executeRaw`
    DELETE FROM "Session" WHERE "seq" IN
      (SELECT "seq" FROM "Session" WHERE "importId" = ${importId} LIMIT ${CHUNK})`;
  const textChunk = (): Promise<number> => prisma.$executeRaw`
    DELETE FROM "TextBlob" WHERE rowid IN
      (SELECT rowid FROM "TextBlob" WHERE "importId" = ${importId} LIMIT ${CHUNK})`;
  while ((await sessionChunk()) > 0);
  while ((await textChunk()) > 0);
}

/**
 * Deletes what no one can see any more: rows of imports that ended without sessions, and imports
 * whose sessions were all deleted long ago.
 */
export async function purgeOrphans(db: Database): Promise<void> {
  const { prisma } = db;
  const before = Date.now() - KEEP_DELETED_MS;
  const ended = await prisma.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Import" WHERE "status" IN ('failed', 'cancelled') AND (
      EXISTS (SELECT 1 FROM "Session" WHERE "importId" = "Import"."id") OR
      EXISTS (SELECT 1 FROM "TextBlob" WHERE "importId" = "Import"."id"))`;
  const deleted = await prisma.$queryRaw<{ id: string }[]>`
    SELECT "importId" AS "id" FROM "Session" GROUP BY "importId"
    HAVING min("ready") = 1 AND count(*) = count("deletedAt") AND max("deletedAt") < ${before}`;
  for (const { id } of [...ended, ...deleted]) await purgeImport(db, id);
}
