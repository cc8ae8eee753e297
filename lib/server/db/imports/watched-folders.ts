import { insertChange, noteChange } from '../changes';
import type { Database } from '../client';
import type { WatchedFile, WatchedFolder } from '../generated/client';
import { newId } from '../id';
import { findImport, type ImportRow } from './imports';
import { insertImport, type NewImport } from './new-imports';

/** A folder whose growing traces are imported. */
export type WatchedFolderRow = WatchedFolder;

/** A trace in a watched folder, as of its last import. */
export type WatchedFileRow = WatchedFile;

/** The live key of a watched file's imports. */
export const watchLiveKey = (path: string): string => `watch:${path}`;

export function listFolders({ prisma }: Database): Promise<readonly WatchedFolderRow[]> {
  return prisma.watchedFolder.findMany({ orderBy: { createdAt: 'asc' } });
}

/** A folder's files, most recently changed first. */
export function listFiles(
  { prisma }: Database,
  folderId: string,
  take: number,
): Promise<readonly WatchedFileRow[]> {
  return prisma.watchedFile.findMany({
    where: { folderId },
    orderBy: [{ modifiedAt: 'desc' }, { path: 'asc' }],
    take,
  });
}

export function countFiles({ prisma }: Database, folderId: string): Promise<number> {
  return prisma.watchedFile.count({ where: { folderId } });
}

/** Adds a folder, or finds and resumes the one already watched. */
export async function addFolder({ prisma }: Database, path: string): Promise<WatchedFolderRow> {
  const row = await prisma.watchedFolder.upsert({
    where: { path },
    create: { id: newId(), path, createdAt: Date.now() },
    update: { paused: false },
  });
  await noteChange(prisma, 'folder', row.id);
  return row;
}

export function findFolder({ prisma }: Database, id: string): Promise<WatchedFolderRow | null> {
  return prisma.watchedFolder.findUnique({ where: { id } });
}

/** Pauses or resumes a folder, or stores its error; false if there is no such folder. */
export async function updateFolder(
  { prisma }: Database,
  id: string,
  change: Partial<Pick<WatchedFolder, 'paused' | 'error'>>,
): Promise<boolean> {
  const { count } = await prisma.watchedFolder.updateMany({ where: { id }, data: change });
  if (count > 0) await noteChange(prisma, 'folder', id);
  return count > 0;
}

/** Removes a folder; its sessions stay. */
export async function removeFolder({ prisma }: Database, id: string): Promise<boolean> {
  const { count } = await prisma.watchedFolder.deleteMany({ where: { id } });
  if (count > 0) await noteChange(prisma, 'folder', id);
  return count > 0;
}

/** A file's state: size and time of change. */
interface FileState {
  readonly bytes: number;
  readonly modifiedAt: number;
}

/** A file of a folder, in a state. */
export interface WatchedState extends FileState {
  readonly folderId: string;
  readonly path: string;
}

/** True if this state of the file was already taken. */
export async function isTaken(
  { prisma }: Database,
  { path, bytes, modifiedAt }: WatchedState,
): Promise<boolean> {
  return (await prisma.watchedFile.count({ where: { path, bytes, modifiedAt } })) > 0;
}

/**
 * Takes a state of a file and queues its copy, in one transaction: a process that dies before leaves
 * the file to be copied again. Null if another process has taken this state.
 */
export async function queueFile(
  db: Database,
  state: WatchedState,
  trace: NewImport,
): Promise<ImportRow | null> {
  const id = await db.importing.transaction(async (tx) => {
    const changed = await tx.execute(
      `INSERT INTO "WatchedFile" ("path", "folderId", "bytes", "modifiedAt") VALUES (?, ?, ?, ?)
       ON CONFLICT ("path") DO UPDATE SET "folderId" = excluded."folderId",
         "bytes" = excluded."bytes", "modifiedAt" = excluded."modifiedAt", "error" = NULL
       WHERE "WatchedFile"."bytes" <> excluded."bytes"
         OR "WatchedFile"."modifiedAt" <> excluded."modifiedAt"`,
      [state.path, state.folderId, state.bytes, state.modifiedAt],
    );
    if (changed === 0) return null;
    const importId = await insertImport(tx, trace);
    await tx.execute(`UPDATE "WatchedFile" SET "importId" = ? WHERE "path" = ?`, [
      importId,
      state.path,
    ]);
    await insertChange(tx, 'folder', state.folderId);
    return importId;
  });
  return id === null ? null : findImport(db, id);
}

/** Takes a state of a file without an import, for this reason. */
export async function passOverFile(
  { prisma }: Database,
  { path, ...state }: WatchedState,
  error: string,
): Promise<void> {
  const data = { ...state, error };
  await prisma.watchedFile.upsert({ where: { path }, create: { path, ...data }, update: data });
  await noteChange(prisma, 'folder', state.folderId);
}

/** Stores the reason why a file could not be read; its state stays untaken. */
export async function noteFault(
  { prisma }: Database,
  { folderId, path }: Pick<WatchedState, 'folderId' | 'path'>,
  error: string,
): Promise<void> {
  // No state of a file that is read has zero bytes.
  const untaken = { path, folderId, bytes: 0, modifiedAt: Date.now(), error };
  await prisma.watchedFile.upsert({ where: { path }, create: untaken, update: { error } });
  await noteChange(prisma, 'folder', folderId);
}

/** Waiting and running imports of a folder's files. */
export async function pendingImportsOf(
  { prisma }: Database,
  folderId: string,
): Promise<readonly string[]> {
  const files = await prisma.watchedFile.findMany({ where: { folderId }, select: { path: true } });
  const pending = await prisma.import.findMany({
    where: { origin: 'watch', status: { in: ['queued', 'running'] } },
    select: { id: true, liveKey: true },
  });
  const keys = new Set(files.map(({ path }) => watchLiveKey(path)));
  return pending.flatMap(({ id, liveKey }) => (liveKey !== null && keys.has(liveKey) ? [id] : []));
}

/** True if an import of a file waits or runs. */
export async function isFilePending({ prisma }: Database, path: string): Promise<boolean> {
  const where = { liveKey: watchLiveKey(path), status: { in: ['queued', 'running'] } };
  return (await prisma.import.count({ where })) > 0;
}
