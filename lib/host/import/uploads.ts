import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder } from '@/lib/host/data-folder';
import type { Database } from '@/lib/host/db/client';
import { makeFolder } from '@/lib/host/db/durable';
import { newId } from '@/lib/host/db/id';
import { countNumbersOnly, neededFiles, type ImportRow } from '@/lib/host/db/imports/imports';
import { queueImport, type NewImport } from '@/lib/host/db/imports/new-imports';
import { cancelImports } from '@/lib/host/db/imports/import-queue';
import { dropUpload, keepUpload, sweepUploadChunks } from '@/lib/host/db/imports/upload-chunks';
import { neutralName } from '@/lib/base/text/neutral-name';
import { unpack } from '@/lib/host/open/archives/unpack';
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

/**
 * Cancels an import and the members of its archive (without an id all imports): waiting ones end at
 * once and lose their uploads, running ones end soon. Returns their number.
 */
export async function cancelTrace(db: Database, id?: string): Promise<number> {
  const { changed, uploads } = await cancelImports(db, id);
  for (const upload of uploads) await dropUpload(db, upload);
  return changed;
}

/** Removes uploads without an import: a server was killed while they arrived. */
export async function sweepUploads(db: Database): Promise<void> {
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
