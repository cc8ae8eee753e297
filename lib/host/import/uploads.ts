import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@/lib/host/db/client';
import { newId } from '@/lib/host/db/id';
import {
  neededFiles,
  queueImport,
  type ImportRow,
  type NewImport,
} from '@/lib/host/db/imports/imports';
import { forgetFailedUploads } from '@/lib/host/db/imports/failed-uploads';
import { cancelImports } from '@/lib/host/db/imports/import-queue';
import { dropUpload, keepUpload, sweepUploadChunks } from '@/lib/host/db/imports/upload-chunks';
import { unpack } from '@/lib/host/open/archives/unpack';
import { uploadFolder } from './import-archive';

/** Milliseconds since its last change within which an upload may still be growing. */
const ACTIVE_MS = 60_000;

/**
 * Streams a trace to disk, hashes it and queues it. Removes an incomplete file.
 * @throws errors of the stream and the disk.
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
 * Cancels an import and the members of its archive (without an id all imports): waiting ones end at
 * once and lose their uploads, running ones end soon. Returns their number.
 */
export async function cancelTrace(db: Database, id?: string): Promise<number> {
  const { changed, uploads } = await cancelImports(db, id);
  for (const upload of uploads) await dropUpload(db, upload);
  return changed;
}

/** Deletes uploads of failed imports that are too old, or too large together. */
export async function dropFailedUploads(db: Database, quota?: number): Promise<void> {
  for (const upload of await forgetFailedUploads(db, quota)) await dropUpload(db, upload);
}

/**
 * Removes uploads without an import, of which a server was killed while they arrived, and those of
 * failed imports beyond the quota.
 */
export async function sweepUploads(db: Database): Promise<void> {
  await dropFailedUploads(db);
  await sweepUploadChunks(db);
  const needed = await neededFiles(db);
  const names = await readdir(uploadFolder(db)).catch(() => []);
  for (const name of names) {
    const file = path.join(uploadFolder(db), name);
    const info = await stat(file).catch(() => null);
    const active = info !== null && Date.now() - info.mtimeMs < ACTIVE_MS;
    // What an import unpacked, and the verdict on it, begin with its id.
    const ofImport = needed.has(name.split('.', 1)[0] ?? '');
    if (!needed.has(file) && !ofImport && !active) await rm(file, { force: true, recursive: true });
  }
}
