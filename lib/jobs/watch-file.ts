import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@/lib/db/client';
import type { ImportRow } from '@/lib/db/imports';
import { claimFile, noteFile, watchLiveKey } from '@/lib/db/watched-folders';
import { receiveTrace } from './uploads';

/** A larger file is not followed. */
export const MOST_FILE_BYTES = 2_000_000_000;

/** The longest last line that is looked at to see whether it is whole. */
const TAIL_BYTES = 1_000_000;
const CHUNK_BYTES = 1 << 20;

/**
 * Queues an import of a watched file as it is now; null where it was read so already or cannot be
 * read. Only a regular file is opened, and no symbolic link: what the folder holds is meant.
 */
export async function importFile(
  db: Database,
  folderId: string,
  file: string,
): Promise<ImportRow | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags);
  try {
    const info = await handle.stat();
    if (!info.isFile() || info.size === 0) return null;
    const state = { bytes: info.size, modifiedAt: Math.round(info.mtimeMs) };
    if (!(await claimFile(db, folderId, file, state))) return null;
    if (info.size > MOST_FILE_BYTES) {
      await noteFile(db, file, { error: `It is larger than ${MOST_FILE_BYTES / 1e9} GB.` });
      return null;
    }
    const end = await wholeLines(handle, file, info.size);
    const more = { origin: 'watch', liveKey: watchLiveKey(file) };
    const row = await receiveTrace(db, path.basename(file), bytesOf(handle, end), more);
    await noteFile(db, file, { importId: row.id });
    return row;
  } finally {
    await handle.close();
  }
}

/** Where the last whole line ends: a log is often seen while its next line is being written. */
export async function wholeLines(handle: FileHandle, file: string, size: number): Promise<number> {
  if (!/\.(jsonl|ndjson)$/i.test(file)) return size;
  const length = Math.min(size, TAIL_BYTES);
  const tail = Buffer.alloc(length);
  await handle.read(tail, 0, length, size - length);
  const newline = tail.lastIndexOf(10);
  const last = tail.subarray(newline + 1).toString('utf8');
  if (newline < 0 || last === '' || isJson(last)) return size;
  return size - length + newline + 1;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
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
