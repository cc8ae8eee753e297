import { noteChange } from '../changes';
import type { Database } from '../client';
import type { WatchedFile, WatchedFolder } from '../generated/client';
import { newId } from '../id';

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

/**
 * Records that a file is about to be imported in this state; false if this or another process
 * already did.
 */
export async function claimFile(
  { prisma }: Database,
  folderId: string,
  path: string,
  { bytes, modifiedAt }: FileState,
): Promise<boolean> {
  const state = { folderId, bytes, modifiedAt, error: null };
  const changed = await prisma.watchedFile.updateMany({
    where: { path, OR: [{ bytes: { not: bytes } }, { modifiedAt: { not: modifiedAt } }] },
    data: state,
  });
  if (changed.count > 0) return true;
  if ((await prisma.watchedFile.count({ where: { path } })) > 0) return false;
  return prisma.watchedFile.create({ data: { path, ...state } }).then(
    () => true,
    // Another process was first.
    () => false,
  );
}

/** Stores a file's import, or the reason for none. */
export async function noteFile(
  { prisma }: Database,
  path: string,
  change: Partial<Pick<WatchedFile, 'importId' | 'error'>>,
): Promise<void> {
  await prisma.watchedFile.updateMany({ where: { path }, data: change });
  const row = await prisma.watchedFile.findUnique({ where: { path }, select: { folderId: true } });
  if (row !== null) await noteChange(prisma, 'folder', row.folderId);
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
