import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { hasUnattended } from '@/lib/host/db/imports/claims';
import { database, type Database } from '@/lib/host/db/client';
import { pendingImports } from '@/lib/host/db/imports/imports';
import { processWide } from '@/lib/host/db/process-wide';

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 10_000;

/** Milliseconds between checks for imports received by other servers. */
const ATTEND_MS = 5_000;

/**
 * glibc settings that return freed memory: by default it keeps freed buffers of every thread, and
 * after the first free large ones too. Lowers the peak for 1 GB by 60 MB at no cost.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(256 * 1024) };

/** Parsed values die young: half of V8's default young generation saves 25 MB and no time is lost. */
const FLAGS = ['--max-semi-space-size=8'];

/** Starts the import process with a lower priority than the server. */
function forkImportProcess(): ChildProcess {
  const program = path.join(
    /* turbopackIgnore: true */ process.cwd(),
    'lib/host/import/import-program.mjs',
  );
  const child = fork(/* turbopackIgnore: true */ program, [], {
    execArgv: FLAGS,
    env: { ...process.env, ...MALLOC },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Now, while the process has one thread: its other threads inherit the priority.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

const isPending = async (db: Database): Promise<boolean> => (await pendingImports(db)) > 0;

/** Keeps one import process running while traces wait. */
class ImportHost {
  #child: ChildProcess | undefined;
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | undefined;
  #attending: NodeJS.Timeout | undefined;

  /** True while the process runs. */
  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Notifies the process of a waiting trace; starts it if necessary. */
  wake(): void {
    if (this.#child?.connected === true) this.#child.send('wake');
    else if (this.#child === undefined) this.#start();
  }

  /**
   * For servers that share a database: checks periodically for waiting imports of any server and for
   * imports of a dead machine.
   */
  attend(): void {
    this.#attending ??= setInterval(() => void this.#startIf(hasUnattended), ATTEND_MS).unref();
  }

  #start(): void {
    clearTimeout(this.#retry);
    const child = forkImportProcess();
    this.#child = child;
    // It must not keep the server alive; it ends when the server does.
    child.unref();
    child.channel?.unref();
    child.once('error', (error) => this.#ended(error));
    child.once('exit', (code) => this.#ended(code === 0 ? undefined : code));
  }

  #ended(failure: unknown): void {
    if (this.#child === undefined) return;
    this.#child = undefined;
    if (failure !== undefined) console.error('The import process ended early:', failure);
    this.#retryMs =
      failure === undefined ? FIRST_RETRY_MS : Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
    // A trace may have arrived while it was ending, and after a crash its trace waits.
    this.#retry = setTimeout(() => void this.#startIf(isPending), this.#retryMs);
    this.#retry.unref();
  }

  async #startIf(needed: (db: Database) => Promise<boolean>): Promise<void> {
    try {
      if (!this.isRunning && (await needed(await database())) && !this.isRunning) this.#start();
    } catch (error) {
      console.error('The queue of imports could not be read:', error);
    }
  }
}

/** The server's import process, shared by all its bundles. */
export const importHost = processWide('importHost', () => new ImportHost());
