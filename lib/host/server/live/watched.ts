import { realpath, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '@/lib/host/db/client';
import { findImports } from '@/lib/host/db/imports/imports';
import {
  addFolder,
  countFiles,
  findFolder,
  listFiles,
  listFolders,
  pendingImportsOf,
  removeFolder,
  updateFolder,
  type WatchedFileRow,
  type WatchedFolderRow,
} from '@/lib/host/db/imports/watched-folders';
import { cancelTrace } from '@/lib/host/import/uploads';
import { folderWatches } from '@/lib/host/live/watch-folders';
import type { ImportRecord } from '@/lib/host/api/contract/import-contract';
import {
  MOST_FILES_TOLD,
  MOST_FOLDERS,
  watchedFolderInputSchema,
  watchedFolderPatchSchema,
  watchedFolderSchema,
  watchedListSchema,
  type WatchedFileRecord,
  type WatchedFolderRecord,
} from '@/lib/host/api/contract/watch-contract';
import { handler, jsonBody, notFound, reply, RequestError, type IdPath } from '../handler';
import { importRecords } from '../records';

/** GET /api/watched: every folder with its most recently changed files. */
export const getWatched = handler(async ({ db }) => {
  const folders = await listFolders(db);
  const records = await Promise.all(folders.map((row) => folderRecord(db, row)));
  return reply(watchedListSchema, { folders: records });
});

/** POST /api/watched: starts to watch a folder. */
export const postWatched = handler(async ({ db, request }) => {
  const { path: given } = await jsonBody(request, watchedFolderInputSchema);
  const folder = await folderOf(given);
  const known = await listFolders(db);
  refuseOverlap(folder, known);
  if (known.length >= MOST_FOLDERS && !known.some((row) => row.path === folder)) {
    const message = `No more than ${MOST_FOLDERS} folders can be watched.`;
    throw new RequestError({ code: 'conflict', message, hint: 'Remove one first.' });
  }
  const row = await addFolder(db, folder);
  await folderWatches().look();
  return reply(watchedFolderSchema, await folderRecord(db, row), 201);
});

/** PATCH /api/watched/[id]: pauses or resumes it. */
export const patchWatched = handler<IdPath>(async ({ db, params, request }) => {
  const { paused } = await jsonBody(request, watchedFolderPatchSchema);
  if (!(await updateFolder(db, params.id, { paused }))) throw notFound('folder');
  await folderWatches().look();
  const row = await findFolder(db, params.id);
  if (row === null) throw notFound('folder');
  return reply(watchedFolderSchema, await folderRecord(db, row));
});

/** DELETE /api/watched/[id]: stops watching; cancels waiting imports; sessions stay. */
export const deleteWatched = handler<IdPath>(async ({ db, params }) => {
  const row = await findFolder(db, params.id);
  if (row === null) throw notFound('folder');
  const record = await folderRecord(db, row);
  const pending = await pendingImportsOf(db, params.id);
  await removeFolder(db, params.id);
  await folderWatches().look();
  for (const id of pending) await cancelTrace(db, id);
  return reply(watchedFolderSchema, record);
});

/** Refuses nested watched folders: each file belongs to one folder. */
function refuseOverlap(folder: string, known: readonly WatchedFolderRow[]): void {
  const holds = (outer: string, inner: string): boolean =>
    inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
  const other = known.find((row) => holds(row.path, folder) || holds(folder, row.path));
  if (other === undefined) return;
  const message = holds(other.path, folder)
    ? `It is inside ${other.path}, which is already watched.`
    : `It contains ${other.path}, which is already watched.`;
  throw new RequestError({ code: 'conflict', message, hint: 'Remove that one first.', at: 'path' });
}

/** Folders of the system itself: no agent writes there, and they are endless. */
const SYSTEM = /^\/(proc|sys|dev)(\/|$)/;

/** Real path of a folder, with links resolved. */
async function folderOf(given: string): Promise<string> {
  const home = given.replace(/^~(?=$|[\\/])/, os.homedir());
  const refuse = (message: string): RequestError =>
    new RequestError({ code: 'bad-request', message, at: 'path' });
  if (!path.isAbsolute(home)) throw refuse('The path must be absolute.');
  let folder: string | null;
  try {
    const real = await realpath(home);
    folder = (await stat(real)).isDirectory() ? real : null;
  } catch {
    throw refuse('This server has no such folder.');
  }
  if (folder === null) throw refuse('The path is not a folder.');
  if (path.parse(folder).root === folder || SYSTEM.test(folder)) {
    throw refuse(
      'This folder contains the whole system: choose the folder in which the agent writes.',
    );
  }
  return folder;
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
    ...row,
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
