import { lstat } from 'node:fs/promises';
import { watch, type FSWatcher } from 'chokidar';
import { database, type Database } from '@/lib/db/client';
import {
  isFilePending,
  listFolders,
  noteFile,
  updateFolder,
  type WatchedFolderRow,
} from '@/lib/db/watched-folders';
import { importHost } from './import-host';
import { importFile } from './watch-file';

/** Files that may be traces. */
const TRACE = /\.(jsonl|ndjson|json|traj|eval)$/i;
const PASSED_OVER = /[\\/](node_modules|\.git|\.next|\.cache)([\\/]|$)/;

const MOST_DEPTH = 12;
/** Files that are followed in one folder. */
export const MOST_FILES = 20_000;

/** How long a file must be quiet: the larger it is, the more its import costs. */
const LEAST_QUIET_MS = 300;
const MOST_QUIET_MS = 30_000;
const BYTES_A_MS = 10_000;
const quietMs = (bytes: number): number =>
  Math.min(MOST_QUIET_MS, LEAST_QUIET_MS + bytes / BYTES_A_MS);

/** How often the list of folders is read: another process may have changed it. */
const LOOK_MS = 5_000;

/** Follows the files of one folder. */
class FolderWatch {
  readonly #db: Database;
  readonly #folder: WatchedFolderRow;
  readonly #watcher: FSWatcher;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #files = new Set<string>();
  #full = false;

  constructor(db: Database, folder: WatchedFolderRow) {
    this.#db = db;
    this.#folder = folder;
    this.#watcher = watch(folder.path, {
      followSymlinks: false,
      depth: MOST_DEPTH,
      ignorePermissionErrors: true,
      ignored: (file, info) =>
        PASSED_OVER.test(file.slice(folder.path.length)) ||
        (info !== undefined && !info.isDirectory() && !(info.isFile() && TRACE.test(file))),
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
      if (!this.#full) void this.#say(`It holds more than ${MOST_FILES} files; the rest is left.`);
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
      // One import of a file at a time: what comes meanwhile is in the next one.
      if (await isFilePending(this.#db, file)) this.#later(file, quietMs(0));
      else if ((await importFile(this.#db, this.#folder.id, file)) !== null) importHost().wake();
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOENT' || code === 'ELOOP') return;
      const message = error instanceof Error ? error.message : String(error);
      await noteFile(this.#db, file, { error: message }).catch(() => undefined);
    }
  }

  async #say(error: string): Promise<void> {
    await updateFolder(this.#db, this.#folder.id, { error }).catch(() => undefined);
  }
}

/** Follows every watched folder that is not paused. */
export class FolderWatches {
  readonly #open: () => Promise<Database>;
  readonly #watches = new Map<string, FolderWatch>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(open: () => Promise<Database> = database) {
    this.#open = open;
  }

  /** Begins, and looks at the list of folders from time to time. */
  start(): void {
    this.#stopped = false;
    void this.look();
  }

  /** Reads the list of folders and follows it. */
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
    const db = await this.#open();
    const folders = await listFolders(db);
    const wanted = new Map(folders.filter(({ paused }) => !paused).map((row) => [row.id, row]));
    for (const [id, item] of this.#watches) {
      if (wanted.has(id) && !this.#stopped) continue;
      this.#watches.delete(id);
      await item.close();
    }
    for (const [id, folder] of wanted) {
      if (this.#stopped) return;
      const error = await faultOf(folder.path);
      if (error !== folder.error && (error !== null || !this.#watches.has(id))) {
        await updateFolder(db, id, { error });
      }
      if (error === null && !this.#watches.has(id)) {
        this.#watches.set(id, new FolderWatch(db, folder));
      }
    }
  }
}

async function faultOf(path: string): Promise<string | null> {
  try {
    return (await lstat(path)).isDirectory() ? null : 'It is no folder.';
  } catch {
    return 'It is not there, or may not be read.';
  }
}

const shared = globalThis as typeof globalThis & { highwaterFolderWatches?: FolderWatches };

/** The watches of this server; one for all bundles of the server. */
export function folderWatches(): FolderWatches {
  shared.highwaterFolderWatches ??= new FolderWatches();
  return shared.highwaterFolderWatches;
}
