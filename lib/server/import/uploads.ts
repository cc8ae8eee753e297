import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder } from '@/lib/server/data-folder';
import type { Database } from '@/lib/server/db/client';
import { loggable } from '@/lib/server/db/connection/storage-fault';
import { makeFolder } from '@/lib/server/db/durable';
import { newId } from '@/lib/server/db/id';
import { forgetFailedUploads } from '@/lib/server/db/imports/failed-uploads';
import { countNumbersOnly, neededFiles, type ImportRow } from '@/lib/server/db/imports/imports';
import { queueImport, type NewImport } from '@/lib/server/db/imports/new-imports';
import { cancelImports, type Chosen } from '@/lib/server/db/imports/import-queue';
import {
  dropUpload,
  dropUploads,
  keepUpload,
  sweepUploadChunks,
} from '@/lib/server/db/imports/upload-chunks';
import { neutralName } from '@/lib/engine/base/text/neutral-name';
import { unpack } from '@/lib/readers/open/archives/unpack';
import { storesNumbersOnly } from './import-options';
import { settleUploads, uploadFolder } from './import-archive';

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
  return keepTrace(db, content, async (kept) => {
    const file = storesNumbersOnly(more)
      ? neutralName(name, (await countNumbersOnly(db)) + 1)
      : name;
    return queueImport(db, { file, ...kept, ...more });
  });
}

/** The part of an import that its content gives. */
type KeptTrace = Pick<NewImport, 'bytes' | 'sha256' | 'path' | 'sample'>;

/**
 * Streams a trace to disk and hashes it; `queue` makes its import once the disk has it. Without an
 * import the content is removed. @throws errors of the stream, the disk and `queue`.
 */
export async function keepTrace<R extends ImportRow | null>(
  db: Database,
  content: AsyncIterable<Uint8Array>,
  queue: (kept: KeptTrace) => Promise<R>,
): Promise<R> {
  const folder = uploadFolder(db);
  await makeFolder(folder);
  makePrivateFolder(folder);
  let stored = path.join(folder, newId());
  let row: ImportRow | null = null;
  try {
    const { bytes, sha256 } = await unpack(stored, content);
    stored = await keepUpload(db, stored);
    await settleUploads(db);
    const queued = await queue({ bytes, sha256, path: stored, sample: false });
    row = queued;
    return queued;
  } finally {
    if (row === null) await dropUpload(db, stored).catch(() => undefined);
  }
}

/** Imports that the user cancelled. */
interface CancelledTraces {
  readonly changed: number;
  /** Settles once their uploads are deleted, and never rejects: tens of thousands take seconds. */
  readonly deleted: Promise<void>;
}

/**
 * Cancels imports, and the members of those that are archives: waiting ones end at once and lose their
 * uploads, running ones end within a second. Nobody needs to wait for the uploads: what is
 * left of them is deleted at the next start.
 */
export async function cancelTraces(db: Database, chosen: Chosen): Promise<CancelledTraces> {
  const { changed, uploads } = await cancelImports(db, chosen);
  const deleted = dropUploads(db, uploads).catch((error: unknown) => {
    console.error('Uploads of cancelled imports could not be deleted:', loggable(error));
  });
  return { changed, deleted };
}

/** Deletes uploads of failed imports that are too old, or too large together. */
export async function dropFailedUploads(db: Database, quota?: number): Promise<void> {
  await dropUploads(db, await forgetFailedUploads(db, quota));
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
