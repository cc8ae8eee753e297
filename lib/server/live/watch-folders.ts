import { lstat } from 'node:fs/promises';
import { watch, type FSWatcher } from 'chokidar';
import { database, type Database } from '@/lib/server/db/client';
import {
  isFilePending,
  listFolders,
  noteFault,
  updateFolder,
  type WatchedFolderRow,
} from '@/lib/server/db/imports/watched-folders';
import { importHost } from '@/lib/server/import/import-host';
import { processWide } from '@/lib/server/process-wide';
import { RefusedFileError } from '@/lib/server/roots/open-below';
import {
  NAME_A_ROOT,
  realFolder,
  rootOf,
  watchRoots,
  type WatchRoot,
} from '@/lib/server/roots/watch-roots';
import { isTraceFile, MOST_DEPTH, MOST_FILES } from '@/lib/server/roots/trace-files';
import { importFile, noteRefused } from './watch-file';

/** Milliseconds without change before an import: larger files cost more to import, so wait longer. */
const LEAST_QUIET_MS = 300;
const MOST_QUIET_MS = 30_000;
const BYTES_A_MS = 10_000;
const quietMs = (bytes: number): number =>
  Math.min(MOST_QUIET_MS, LEAST_QUIET_MS + bytes / BYTES_A_MS);

/** Milliseconds before a file that could not be read or copied is tried again. */
const RETRY_MS = 30_000;

/** Milliseconds between reads of the list of folders, which other processes may change. */
const LOOK_MS = 5_000;

/** Watches the files of one folder. */
class FolderWatch {
  readonly #watcher: FSWatcher;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #files = new Set<string>();
  #full = false;

  constructor(
    private readonly db: Database,
    private readonly folder: WatchedFolderRow,
    private readonly root: WatchRoot,
  ) {
    this.#watcher = watch(folder.path, {
      followSymlinks: false,
      depth: MOST_DEPTH,
      ignorePermissionErrors: true,
      ignored: (file, info) =>
        !isTraceFile(file.slice(folder.path.length), { folder: !info || info.isDirectory() }) ||
        (info !== undefined && !info.isDirectory() && !info.isFile()),
    });
    const seen = (file: string, info?: { readonly size: number }): void => {
      if (this.#take(file)) this.#later(file, quietMs(info?.size ?? 0));
    };
    this.#watcher.on('add', seen).on('change', seen);
    this.#watcher.on('unlink', (file) => {
      this.#files.delete(file);
      clearTimeout(this.#timers.get(file));
      this.#timers.delete(file);
    });
    this.#watcher.on('error', (error) => {
      const message = error instanceof Error ? error.message : String(error);
      void this.#say(message);
    });
  }

  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await this.#watcher.close();
  }

  #take(file: string): boolean {
    if (this.#files.has(file)) return true;
    if (this.#files.size >= MOST_FILES) {
      if (!this.#full)
        void this.#say(`It contains more than ${MOST_FILES} files; the rest is ignored.`);
      this.#full = true;
      return false;
    }
    this.#files.add(file);
    return true;
  }

  #later(file: string, wait: number): void {
    clearTimeout(this.#timers.get(file));
    const timer = setTimeout(() => void this.#read(file), wait);
    timer.unref();
    this.#timers.set(file, timer);
  }

  async #read(file: string): Promise<void> {
    this.#timers.delete(file);
    try {
      // One import of a file at a time: later changes are in the next one.
      if (await isFilePending(this.db, file)) this.#later(file, quietMs(0));
      else if (await importFile(this.db, this.folder.id, file, this.root)) importHost().wake();
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOENT' || code === 'ELOOP') return;
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof RefusedFileError) {
        await noteRefused(this.db, this.folder.id, file, message).catch(() => undefined);
        return;
      }
      const place = { folderId: this.folder.id, path: file };
      await noteFault(this.db, place, message).catch(() => undefined);
      // A full disk, or another user's file, may be readable later.
      this.#later(file, RETRY_MS);
    }
  }

  async #say(error: string): Promise<void> {
    await updateFolder(this.db, this.folder.id, { error }).catch(() => undefined);
  }
}

/** Watches all folders that are not paused. */
export class FolderWatches {
  readonly #watches = new Map<string, FolderWatch>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(
    private readonly open: () => Promise<Database> = database,
    private readonly roots: () => Promise<readonly WatchRoot[]> = watchRoots,
  ) {}

  /** Starts, and rereads the list of folders periodically. */
  start(): void {
    this.#stopped = false;
    void this.look();
  }

  /** Reads the list of folders; starts and ends watches accordingly. */
  look(): Promise<void> {
    clearTimeout(this.#timer);
    this.#looking = (this.#looking ?? Promise.resolve())
      .then(() => this.#follow())
      .catch((error: unknown) => console.error('Watched folders could not be read:', error))
      .then(() => {
        clearTimeout(this.#timer);
        if (this.#stopped) return;
        this.#timer = setTimeout(() => void this.look(), LOOK_MS);
        this.#timer.unref();
      });
    return this.#looking;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all([...this.#watches.values()].map((item) => item.close()));
    this.#watches.clear();
  }

  async #follow(): Promise<void> {
    const db = await this.open();
    const [folders, roots] = [await listFolders(db), await this.roots()];
    const wanted = new Map(folders.filter(({ paused }) => !paused).map((row) => [row.id, row]));
    for (const [id, item] of this.#watches) {
      if (wanted.has(id) && !this.#stopped) continue;
      this.#watches.delete(id);
      await item.close();
    }
    for (const folder of wanted.values()) {
      if (this.#stopped) return;
      await this.#watch(db, folder, roots);
    }
  }

  async #watch(db: Database, folder: WatchedFolderRow, roots: readonly WatchRoot[]): Promise<void> {
    const { id } = folder;
    const error = await faultOf(folder.path);
    const real = error === null ? await realFolder(folder.path) : null;
    const root = real === null ? undefined : rootOf(real, roots);
    if (error === null && root === undefined) {
      await updateFolder(db, id, { paused: true, error: NO_ROOT });
      await this.#watches.get(id)?.close();
      this.#watches.delete(id);
      return;
    }
    if (error !== folder.error && (error !== null || !this.#watches.has(id))) {
      await updateFolder(db, id, { error });
    }
    if (root !== undefined && !this.#watches.has(id)) {
      this.#watches.set(id, new FolderWatch(db, folder, root));
    }
  }
}

/** Why a folder is paused that an older Highwater watched. */
const NO_ROOT = `It lies below no folder that may be watched. ${NAME_A_ROOT}`;

async function faultOf(path: string): Promise<string | null> {
  try {
    return (await lstat(path)).isDirectory() ? null : 'It is not a folder.';
  } catch {
    return 'It does not exist or cannot be read.';
  }
}

/** The server's watches, shared by all its bundles. */
export const folderWatches = processWide('folderWatches', () => new FolderWatches());
