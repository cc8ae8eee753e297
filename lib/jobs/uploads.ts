import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@/lib/db/client';
import { newId } from '@/lib/db/id';
import { neededFiles, queueImport, type ImportRow, type NewImport } from '@/lib/db/imports';
import { cancelImports } from '@/lib/db/import-queue';
import { dropUpload, keepUpload, sweepUploadChunks } from '@/lib/db/upload-chunks';
import { unpack } from '@/lib/ingest/unpack';
import { UNPACKED, uploadFolder } from './import-archive';

/** An upload that grew so lately may still be growing. */
const ACTIVE_MS = 60_000;

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
    const { bytes, sha256 } = await unpack(file, content);
    const kept = await keepUpload(db, file);
    return await queueImport(db, { file: name, bytes, sha256, path: kept, sample: false, ...more });
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/**
 * Stops an import and the members of its archive (all imports without an id): waiting ones end at
 * once and lose their uploads, running ones end soon. Gives their number.
 */
export async function cancelTrace(db: Database, id?: string): Promise<number> {
  const { changed, uploads } = await cancelImports(db, id);
  for (const upload of uploads) await dropUpload(db, upload);
  return changed;
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
    const unpacked = name.endsWith(UNPACKED) && needed.has(name.slice(0, -UNPACKED.length));
    if (!needed.has(file) && !unpacked && !active) await rm(file, { force: true, recursive: true });
  }
}
