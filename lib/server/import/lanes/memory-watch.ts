import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ClaimedImport } from '@/lib/server/db/imports/claims';
import type { Database } from '@/lib/server/db/client';
import type { ImportFailure } from '@/lib/server/db/imports/import-queue';
import { verdictPath, type Verdict } from './verdict';

/** Memory of the watching thread itself, in MiB. */
const THREAD = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };

/**
 * Ends this process before it takes more memory than it may; the import that it reads then has a
 * verdict. V8's own limit knows nothing of buffers and of native memory.
 */
export class MemoryWatch {
  readonly #db: Database;
  readonly #verdict: (job: ClaimedImport) => Verdict;
  readonly #thread: Worker;

  constructor(db: Database, ceiling: number, verdict: (job: ClaimedImport) => Verdict) {
    this.#db = db;
    this.#verdict = verdict;
    this.#thread = watchMemory(ceiling);
  }

  /** Names the import that is being read; null for none. */
  readonly reading = (job: ClaimedImport | null): void => {
    this.#thread.postMessage(
      job === null
        ? null
        : { file: verdictPath(this.#db, job), text: JSON.stringify(this.#verdict(job)) },
    );
  };
}

/** Starts the thread that ends this process once it takes more than `ceiling` bytes. */
export function watchMemory(ceiling: number): Worker {
  const program = path.join(process.cwd(), 'lib/server/import/lanes/memory-watch.mjs');
  const thread = new Worker(program, { workerData: { ceiling }, resourceLimits: THREAD });
  thread.unref();
  return thread;
}

/** Failure of an import that needs more memory than `ceiling` bytes. */
export const needsMoreMemory = (file: string, ceiling: number): ImportFailure => ({
  code: 'too-large',
  message: `“${file}” needs more than ${Math.floor(ceiling / 1024 ** 2)} MiB of memory to be read, the most that an import may take. Split it into parts, or raise HIGHWATER_IMPORT_MEMORY and start Highwater again.`,
});
