import { lstat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '@/lib/engine/base/parse-json';
import type { Database } from '@/lib/server/db/client';
import type { ImportRow } from '@/lib/server/db/imports/imports';
import {
  isTaken,
  passOverFile,
  queueFile,
  watchLiveKey,
} from '@/lib/server/db/imports/watched-folders';
import { keepTrace } from '@/lib/server/import/uploads';
import { openBelow } from '@/lib/server/roots/open-below';
import type { WatchRoot } from '@/lib/server/roots/watch-roots';

/** Most bytes of a watched file. */
const MOST_FILE_BYTES = 2_000_000_000;

/** Most bytes of a last line that is checked for completeness. */
const TAIL_BYTES = 1_000_000;
const CHUNK_BYTES = 1 << 20;

/**
 * Queues an import of a watched file's current state; null if that state was imported or the file is
 * empty. @throws RefusedFileError for what is not read for somebody else's sake.
 */
export async function importFile(
  db: Database,
  folderId: string,
  file: string,
  root: WatchRoot,
): Promise<ImportRow | null> {
  const handle = await openBelow(file, root);
  try {
    const info = await handle.stat();
    if (info.size === 0) return null;
    const modifiedAt = Math.round(info.mtimeMs);
    const state = { folderId, path: file, bytes: info.size, modifiedAt };
    if (await isTaken(db, state)) return null;
    if (info.size > MOST_FILE_BYTES) {
      await passOverFile(db, state, `It is larger than ${MOST_FILE_BYTES / 1e9} GB.`);
      return null;
    }
    const end = await wholeLines(handle, file, info.size);
    const trace = { file: path.basename(file), origin: 'watch', liveKey: watchLiveKey(file) };
    return await keepTrace(db, bytesOf(handle, end), (kept) =>
      queueFile(db, state, { ...trace, ...kept }),
    );
  } finally {
    await handle.close();
  }
}

/** Lists a file that is not read, with the reason. */
export async function noteRefused(
  db: Database,
  folderId: string,
  file: string,
  error: string,
): Promise<void> {
  const { size, mtimeMs } = await lstat(file);
  const state = { folderId, path: file, bytes: size, modifiedAt: Math.round(mtimeMs) };
  await passOverFile(db, state, error);
}

/** End of the last complete line: logs are often read while a line is being written. */
export async function wholeLines(handle: FileHandle, file: string, size: number): Promise<number> {
  if (!/\.(jsonl|ndjson)$/i.test(file)) return size;
  const length = Math.min(size, TAIL_BYTES);
  const tail = Buffer.alloc(length);
  await handle.read(tail, 0, length, size - length);
  const newline = tail.lastIndexOf(10);
  const last = tail.subarray(newline + 1).toString('utf8');
  if (newline < 0 || last === '' || parseJson(last) !== undefined) return size;
  return size - length + newline + 1;
}

async function* bytesOf(handle: FileHandle, end: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < end;) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, end - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}
