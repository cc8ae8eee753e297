import { heldValues, WHILE_HELD, type Claim } from './claims';
import type { Database } from '../client';

/** Rows deleted per statement; other processes may write in between. */
const CHUNK = 64;

/** Milliseconds for which deleted sessions can be restored. */
const KEEP_DELETED_MS = 24 * 60 * 60_000;

/** Deletes an import's sessions and texts, chunk by chunk; the import itself stays. */
export async function purgeImport(db: Database, importId: string): Promise<void> {
  await purgeWhile(db, importId, '"id" = ?', [importId]);
}

/**
 * Deletes the rows staged by this process or the one it took the import over from; nothing once
 * another process took the import over.
 */
export async function purgeStaged(db: Database, claim: Claim): Promise<void> {
  await purgeWhile(db, claim.id, WHILE_HELD, heldValues(claim));
}

/** Each statement checks the import again: it may restart between two statements. */
async function purgeWhile(
  { prisma, dialect }: Database,
  importId: string,
  condition: string,
  values: readonly (string | number)[],
): Promise<void> {
  const allowed = `EXISTS (SELECT 1 FROM "Import" WHERE ${condition})`;
  const sessions = `DELETE FROM "Session" WHERE "seq" IN
    (SELECT "seq" FROM "Session" WHERE "importId" = ? LIMIT ${CHUNK}) AND ${allowed}`;
  const texts = `DELETE FROM "TextBlob" WHERE ("importId", "kind", "first") IN
    (SELECT "importId", "kind", "first" FROM "TextBlob" WHERE "importId" = ? LIMIT ${CHUNK})
    AND ${allowed}`;
  for (const statement of [sessions, texts]) {
    const sql = dialect.parameters(statement);
    while ((await prisma.$executeRawUnsafe(sql, importId, ...values)) > 0);
  }
}

/**
 * Deletes invisible rows: those of imports that ended without sessions, imports whose sessions were
 * all deleted long ago, and the notes of sessions that are gone. Frozen runs outlive their sessions.
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
    HAVING min(CASE WHEN "ready" THEN 1 ELSE 0 END) = 1 AND count(*) = count("deletedAt") AND max("deletedAt") < ${before}`;
  for (const { id } of ended) {
    await purgeWhile(db, id, `"id" = ? AND "status" IN ('failed', 'cancelled')`, [id]);
  }
  for (const { id } of deleted) await purgeImport(db, id);
  await prisma.$executeRaw`DELETE FROM "Note" WHERE NOT EXISTS (
    SELECT 1 FROM "Session" WHERE "Session"."id" = "Note"."sessionId")`;
}
