import { createHash } from 'node:crypto';
import { open, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@/lib/db/client';
import { newId } from '@/lib/db/id';
import {
  cancelImport,
  findImport,
  neededFiles,
  queueImport,
  type ImportRow,
  type NewImport,
} from '@/lib/db/imports';
import { dropUpload, keepUpload, sweepUploadChunks } from '@/lib/db/upload-chunks';

/** An upload that grew so lately may still be growing. */
const ACTIVE_MS = 60_000;

const uploadFolder = (db: Database): string => path.join(db.folder, 'uploads');

/**
 * Writes a trace to disk as it arrives, hashing it on the way, and queues it. What does not arrive
 * whole is removed. @throws what the stream or the disk says.
 */
export async function receiveTrace(
  db: Database,
  name: string,
  content: AsyncIterable<Uint8Array>,
  more: Pick<NewImport, 'origin' | 'parentId' | 'liveKey' | 'options'> = {},
): Promise<ImportRow> {
  const folder = uploadFolder(db);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, newId());
  try {
    const { bytes, sha256 } = await save(file, content);
    const kept = await keepUpload(db, file);
    return await queueImport(db, { file: name, bytes, sha256, path: kept, sample: false, ...more });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function save(
  file: string,
  content: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const target = await open(file, 'wx');
  let bytes = 0;
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await target.writeFile(chunk);
    }
  } finally {
    await target.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Stops an import: a waiting one ends at once and loses its upload, a running one ends soon. */
export async function cancelTrace(db: Database, id: string): Promise<void> {
  await cancelImport(db, id);
  const row = await findImport(db, id);
  if (row?.status === 'cancelled' && !row.sample) await dropUpload(db, row.path);
}

/** Removes uploads that no import needs: a server was killed while they arrived. */
export async function sweepUploads(db: Database): Promise<void> {
  await sweepUploadChunks(db);
  const needed = await neededFiles(db);
  const names = await readdir(uploadFolder(db)).catch(() => []);
  for (const name of names) {
    const file = path.join(uploadFolder(db), name);
    const info = await stat(file).catch(() => null);
    const active = info !== null && Date.now() - info.mtimeMs < ACTIVE_MS;
    if (!needed.has(file) && !active) await rm(file, { force: true, recursive: true });
  }
}
