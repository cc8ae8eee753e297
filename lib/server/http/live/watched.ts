import path from 'node:path';
import type { Database } from '@/lib/server/db/client';
import { findImports } from '@/lib/server/db/imports/imports';
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
} from '@/lib/server/db/imports/watched-folders';
import { cancelTraces } from '@/lib/server/import/uploads';
import { foundFolders } from '@/lib/server/roots/found-folders';
import { folderWatches } from '@/lib/server/live/watch-folders';
import {
  isBelow,
  NAME_A_ROOT,
  realFolder,
  rootOf,
  watchRoots,
  withoutTilde,
  type WatchRoot,
} from '@/lib/server/roots/watch-roots';
import type { ImportRecord } from '@/lib/api/contract/import-contract';
import {
  foundFoldersSchema,
  MOST_FILES_LISTED,
  MOST_FOLDERS,
  watchedFolderInputSchema,
  watchedFolderPatchSchema,
  watchedFolderSchema,
  watchedListSchema,
  type WatchedFileRecord,
  type WatchedFolderRecord,
} from '@/lib/api/contract/watch-contract';
import { handler, jsonBody, notFound, reply, RequestError, type IdPath } from '../handler';
import { importRecords } from '../records';

export const getWatched = handler(
  {
    at: 'GET /api/watched',
    about: 'The watched folders with their most recently changed files, and what may be watched.',
    answer: watchedListSchema,
  },
  async ({ db }) => {
    const [folders, roots] = [await listFolders(db), await watchRoots()];
    const records = await Promise.all(folders.map((row) => folderRecord(db, row)));
    return reply(watchedListSchema, { folders: records, roots: roots.map(({ path: at }) => at) });
  },
);

export const getFound = handler(
  {
    at: 'GET /api/found',
    about: 'Folders of known agents with recordings, by names and sizes; no file is opened.',
    answer: foundFoldersSchema,
  },
  async () => reply(foundFoldersSchema, { folders: await foundFolders() }),
);

export const postWatched = handler(
  {
    at: 'POST /api/watched',
    about: 'Starts to watch a folder below a root.',
    body: watchedFolderInputSchema,
    answer: watchedFolderSchema,
    status: 201,
  },
  async ({ db, request }) => {
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
  },
);

export const patchWatched = handler<IdPath>(
  {
    at: 'PATCH /api/watched/{id}',
    about: 'Pauses or resumes a watched folder.',
    body: watchedFolderPatchSchema,
    answer: watchedFolderSchema,
  },
  async ({ db, params, request }) => {
    const { paused } = await jsonBody(request, watchedFolderPatchSchema);
    const known = await findFolder(db, params.id);
    if (known === null) throw notFound('folder');
    if (!paused) await requireRoot(known);
    await updateFolder(db, params.id, { paused });
    await folderWatches().look();
    const row = await findFolder(db, params.id);
    if (row === null) throw notFound('folder');
    return reply(watchedFolderSchema, await folderRecord(db, row));
  },
);

export const deleteWatched = handler<IdPath>(
  {
    at: 'DELETE /api/watched/{id}',
    about: 'Stops watching a folder; cancels waiting imports; sessions stay.',
    answer: watchedFolderSchema,
  },
  async ({ db, params }) => {
    const row = await findFolder(db, params.id);
    if (row === null) throw notFound('folder');
    const record = await folderRecord(db, row);
    const pending = await pendingImportsOf(db, params.id);
    await removeFolder(db, params.id);
    await folderWatches().look();
    await cancelTraces(db, pending);
    return reply(watchedFolderSchema, record);
  },
);

/** Refuses nested watched folders: each file belongs to one folder. */
function refuseOverlap(folder: string, known: readonly WatchedFolderRow[]): void {
  const other = known.find(
    (row) => row.path !== folder && (isBelow(row.path, folder) || isBelow(folder, row.path)),
  );
  if (other === undefined) return;
  const message = isBelow(other.path, folder)
    ? `It is inside ${other.path}, which is already watched.`
    : `It contains ${other.path}, which is already watched.`;
  throw new RequestError({ code: 'conflict', message, hint: 'Remove that one first.', at: 'path' });
}

/** Folders of the system itself: no agent writes there, and they are endless. */
const SYSTEM = /^\/(proc|sys|dev)(\/|$)/;

const refuse = (message: string, hint?: string): RequestError =>
  new RequestError({
    code: 'bad-request',
    message,
    at: 'path',
    ...(hint === undefined ? {} : { hint }),
  });

/** Real path of a folder below a root. Nothing is looked up elsewhere: not even whether it is there. */
async function folderOf(given: string): Promise<string> {
  const named = withoutTilde(given);
  if (!path.isAbsolute(named)) throw refuse('The path must be absolute.');
  const plain = path.resolve(named);
  if (path.parse(plain).root === plain || SYSTEM.test(plain)) {
    throw refuse(
      'This folder contains the whole system: choose the folder in which the agent writes.',
    );
  }
  const roots = await watchRoots();
  const near = roots.some((root) => isBelow(root.name, plain) || isBelow(root.path, plain));
  if (!near) throw belowNoRoot(roots);
  const folder = await realFolder(plain);
  if (folder === null) throw refuse('This server has no such folder.');
  if (rootOf(folder, roots) === undefined) throw belowNoRoot(roots);
  return folder;
}

function belowNoRoot(roots: readonly WatchRoot[]): RequestError {
  const names = roots.length === 0 ? 'there is none' : roots.map(({ name }) => name).join(', ');
  return refuse(`It lies below no folder that may be watched: ${names}.`, NAME_A_ROOT);
}

/** Refuses to resume a folder that an older Highwater watched, where it would not be added any more. */
async function requireRoot({ path: folder }: WatchedFolderRow): Promise<void> {
  const [real, roots] = [await realFolder(folder), await watchRoots()];
  if (real !== null && rootOf(real, roots) === undefined) throw belowNoRoot(roots);
}

async function folderRecord(db: Database, row: WatchedFolderRow): Promise<WatchedFolderRecord> {
  const [files, fileCount] = await Promise.all([
    listFiles(db, row.id, MOST_FILES_LISTED),
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
