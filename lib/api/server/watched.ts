import { realpath, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '@/lib/db/client';
import { findImports } from '@/lib/db/imports';
import {
  addFolder,
  countFiles,
  findFolder,
  listFiles,
  listFolders,
  removeFolder,
  updateFolder,
  type WatchedFileRow,
  type WatchedFolderRow,
} from '@/lib/db/watched-folders';
import { folderWatches } from '@/lib/jobs/watch-folders';
import type { ImportRecord } from '@/lib/api/contract';
import {
  MOST_FILES_TOLD,
  MOST_FOLDERS,
  watchedFolderInputSchema,
  watchedFolderPatchSchema,
  watchedFolderSchema,
  watchedListSchema,
  type WatchedFileRecord,
  type WatchedFolderRecord,
} from '@/lib/api/watch-contract';
import { handler, jsonBody, notFound, reply, RequestError } from './handler';
import { importRecords } from './records';

interface FolderPath {
  readonly id: string;
}

/** GET /api/watched: every folder with the files that changed last. */
export const getWatched = handler(async ({ db }) => {
  const folders = await listFolders(db);
  const records = await Promise.all(folders.map((row) => folderRecord(db, row)));
  return reply(watchedListSchema, { folders: records });
});

/** POST /api/watched: follows a folder from now on. */
export const postWatched = handler(async ({ db, request }) => {
  const { path: given } = await jsonBody(request, watchedFolderInputSchema);
  const folder = await folderOf(given);
  const known = await listFolders(db);
  if (known.length >= MOST_FOLDERS && !known.some((row) => row.path === folder)) {
    const message = `No more than ${MOST_FOLDERS} folders can be watched.`;
    throw new RequestError({ code: 'conflict', message, hint: 'Remove one first.' });
  }
  const row = await addFolder(db, folder);
  await folderWatches().look();
  return reply(watchedFolderSchema, await folderRecord(db, row), 201);
});

/** PATCH /api/watched/[id]: pauses it or goes on. */
export const patchWatched = handler<FolderPath>(async ({ db, params, request }) => {
  const { paused } = await jsonBody(request, watchedFolderPatchSchema);
  if (!(await updateFolder(db, params.id, { paused }))) throw notFound('folder');
  await folderWatches().look();
  const row = await findFolder(db, params.id);
  if (row === null) throw notFound('folder');
  return reply(watchedFolderSchema, await folderRecord(db, row));
});

/** DELETE /api/watched/[id]: the folder is followed no more; its sessions stay. */
export const deleteWatched = handler<FolderPath>(async ({ db, params }) => {
  const row = await findFolder(db, params.id);
  if (row === null) throw notFound('folder');
  const record = await folderRecord(db, row);
  await removeFolder(db, params.id);
  await folderWatches().look();
  return reply(watchedFolderSchema, record);
});

/** The real path of a folder, so that links in the way to it are followed once. */
async function folderOf(given: string): Promise<string> {
  const home = given.replace(/^~(?=$|[\\/])/, os.homedir());
  const refuse = (message: string): RequestError =>
    new RequestError({ code: 'bad-request', message, at: 'path' });
  if (!path.isAbsolute(home)) throw refuse('The path must be absolute.');
  try {
    const real = await realpath(home);
    if ((await stat(real)).isDirectory()) return real;
  } catch {
    throw refuse('There is no such folder on the machine of the server.');
  }
  throw refuse('The path is not that of a folder.');
}

async function folderRecord(db: Database, row: WatchedFolderRow): Promise<WatchedFolderRecord> {
  const [files, fileCount] = await Promise.all([
    listFiles(db, row.id, MOST_FILES_TOLD),
    countFiles(db, row.id),
  ]);
  const ids = files.flatMap(({ importId }) => importId ?? []);
  const records = await importRecords(db, ids.length === 0 ? [] : await findImports(db, ids));
  const imports = new Map(records.map((record) => [record.id, record]));
  return {
    id: row.id,
    path: row.path,
    paused: row.paused,
    error: row.error,
    createdAt: row.createdAt,
    fileCount,
    files: files.map((file) => fileRecord(file, row, imports.get(file.importId ?? ''))),
  };
}

function fileRecord(
  file: WatchedFileRow,
  folder: WatchedFolderRow,
  found: ImportRecord | undefined,
): WatchedFileRecord {
  const failure = found?.error ?? null;
  const hint = failure?.hint === undefined ? {} : { hint: failure.hint };
  return {
    path: path.relative(folder.path, file.path),
    bytes: file.bytes,
    modifiedAt: file.modifiedAt,
    status: found?.status ?? null,
    format: found?.format ?? null,
    sessionId: found?.sessions[0]?.id ?? null,
    sessionCount: found?.sessionCount ?? 0,
    error:
      file.error === null
        ? failure && { message: failure.message, ...hint }
        : { message: file.error },
  };
}
