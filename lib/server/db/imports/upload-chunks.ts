import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder } from '@/lib/server/data-folder';
import { chunksOf } from '../chunks';
import type { Database } from '../client';
import { compress, decompress } from '../compress';
import { syncFile } from '../durable';
import { newId } from '../id';

/** Prefix of the path of an upload in the database; the upload's id follows. */
const IN_DATABASE = 'database:';

/** Bytes of a chunk before compression. */
const CHUNK_BYTES = 1 << 20;

/** Uploads deleted by one statement, or at the same time. */
const DROPPED_AT_ONCE = 32;

/** Milliseconds after which an upload without an import was abandoned by its server. */
const LOST_MS = 60 * 60_000;

/** Milliseconds after which a file copied for reading is deleted; no import takes so long. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

/**
 * Stores an upload where every import process can read it: on SQLite the file stays and is written
 * to the disk (its name is not: sync its folder), on PostgreSQL its bytes move into the database.
 * @returns the import's `path`.
 */
export async function keepUpload(db: Database, file: string): Promise<string> {
  if (db.dialect.kind === 'sqlite') {
    await syncFile(file);
    return file;
  }
  const uploadId = newId();
  const driver = await db.connectDriver();
  try {
    let number = 0;
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
      await driver.execute(
        `INSERT INTO "UploadChunk" ("uploadId", "number", "data", "createdAt") VALUES (?, ?, ?, ?)`,
        [uploadId, number++, await compress(chunk as Uint8Array), Date.now()],
      );
    }
  } catch (error) {
    await dropUpload(db, IN_DATABASE + uploadId).catch(() => undefined);
    throw error;
  } finally {
    await driver.close();
  }
  await rm(file, { force: true });
  return IN_DATABASE + uploadId;
}

/** An upload as a file on this machine. */
export interface OpenedUpload {
  readonly file: string;
  /** Deletes the file if it is a copy for reading; the upload stays. */
  release(): Promise<void>;
}

/** Makes an upload readable as a file. @throws if its bytes were deleted. */
export async function openUpload(db: Database, kept: string): Promise<OpenedUpload> {
  if (!kept.startsWith(IN_DATABASE)) return { file: kept, release: () => Promise.resolve() };
  const uploadId = kept.slice(IN_DATABASE.length);
  const folder = fetchedFolder(db);
  makePrivateFolder(folder);
  const file = path.join(folder, `${uploadId}-${newId()}`);
  const release = (): Promise<void> => rm(file, { force: true });
  try {
    await fetchChunks(db, uploadId, file);
  } catch (error) {
    await release();
    throw error;
  }
  return { file, release };
}

async function fetchChunks(db: Database, uploadId: string, file: string): Promise<void> {
  const driver = await db.connectDriver();
  const target = await open(file, 'wx', 0o600);
  try {
    for (let number = 0; ; number++) {
      const [row] = await driver.query(
        `SELECT "data" FROM "UploadChunk" WHERE "uploadId" = ? AND "number" = ?`,
        [uploadId, number],
      );
      if (row === undefined) break;
      await target.writeFile(await decompress(row[0] as Uint8Array));
    }
  } finally {
    await target.close();
    await driver.close();
  }
}

/** Deletes an upload. */
export const dropUpload = (db: Database, kept: string): Promise<void> => dropUploads(db, [kept]);

/** Deletes uploads, some at a time. */
export async function dropUploads({ prisma }: Database, kept: readonly string[]): Promise<void> {
  const stored = kept.filter((one) => one.startsWith(IN_DATABASE));
  for (const some of chunksOf(stored, DROPPED_AT_ONCE)) {
    const ids = some.map((one) => one.slice(IN_DATABASE.length));
    await prisma.uploadChunk.deleteMany({ where: { uploadId: { in: ids } } });
  }
  const files = kept.filter((one) => one !== '' && !one.startsWith(IN_DATABASE));
  for (const some of chunksOf(files, DROPPED_AT_ONCE)) {
    await Promise.all(some.map((file) => rm(file, { force: true })));
  }
}

/** Deletes uploads in the database without an import: their server was killed while storing them. */
export async function sweepUploadChunks({ prisma, dialect, ...db }: Database): Promise<void> {
  if (dialect.kind === 'sqlite') return;
  await prisma.$executeRaw`
    DELETE FROM "UploadChunk" WHERE "createdAt" < ${Date.now() - LOST_MS} AND NOT EXISTS (
      SELECT 1 FROM "Import" WHERE "path" = ${IN_DATABASE} || "uploadId"
        AND ("status" IN ('queued', 'running') OR "status" = 'failed'))`;
  const folder = fetchedFolder(db);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const age = Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? 0);
    if (age > FORGOTTEN_MS) await rm(file, { force: true });
  }
}

const fetchedFolder = ({ folder }: Pick<Database, 'folder'>): string =>
  path.join(folder, 'fetched');
