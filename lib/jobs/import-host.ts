import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { hasUnattended } from '@/lib/db/claims';
import { database, type Database } from '@/lib/db/client';
import { pendingImports } from '@/lib/db/imports';

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 10_000;

/** How often a server looks for imports that came to another one. */
const ATTEND_MS = 5_000;

/**
 * What glibc is told to give back: by itself it keeps the freed buffers of every thread, and large
 * ones too once it has seen them freed. Reading 1 GB it peaks 60 MB lower so, at no cost.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(256 * 1024) };

/** What is parsed dies young: half of V8's own room for it takes no longer, and 25 MB less. */
const FLAGS = ['--max-semi-space-size=8'];

/** Starts the import process, behind the server where both want a processor. */
export function forkImportProcess(): ChildProcess {
  const program = path.join(
    /* turbopackIgnore: true */ process.cwd(),
    'lib/commands/import-process.mjs',
  );
  const child = fork(/* turbopackIgnore: true */ program, [], {
    execArgv: FLAGS,
    env: { ...process.env, ...MALLOC },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Now, while it has one thread: the others inherit it.
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

  /** Whether the process runs. */
  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Tells the process that a trace waits; starts it when it does not run. */
  wake(): void {
    if (this.#child?.connected === true) this.#child.send('wake');
    else if (this.#child === undefined) this.#start();
  }

  /**
   * Where several servers share the database: looks now and then for imports that wait, whichever
   * server received them, and for those of a machine that is gone.
   */
  attend(): void {
    this.#attending ??= setInterval(() => void this.#startIf(hasUnattended), ATTEND_MS).unref();
  }

  #start(): void {
    clearTimeout(this.#retry);
    const child = forkImportProcess();
    this.#child = child;
    // It must not keep the server alive; it ends by itself when the server does.
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
    // A trace may have come while it was ending, and a crash leaves its trace waiting.
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

const shared = globalThis as typeof globalThis & { highwaterImportHost?: ImportHost };

/** The import process of this server; one for all bundles of the server. */
export function importHost(): ImportHost {
  shared.highwaterImportHost ??= new ImportHost();
  return shared.highwaterImportHost;
}
