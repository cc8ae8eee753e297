import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ClaimedImport } from '@/lib/server/db/imports/claims';
import type { Database } from '@/lib/server/db/client';
import type { ImportFailure } from '@/lib/server/db/imports/import-queue';
import { asFileFault } from '@/lib/readers/open/trace-file';
import { processWide } from '@/lib/server/process-wide';
import { verdictPath, writeVerdictNow, type Verdict } from './verdict';

/** Memory of the watching thread itself, in MiB. */
const THREAD = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };

/** Milliseconds of processor time without a sign of the main thread after which an import is given up. */
const SILENT_MS = 120_000;

/** Failure of an import that does not come to an end of one piece. */
export const STUCK: ImportFailure = {
  code: 'too-large',
  message:
    'One piece of the file took longer than two minutes to read. Split it into parts, or export it without its longest texts.',
};

/** Verdicts on an import whose process is ended for its memory, or because it does not answer. */
interface Verdicts {
  readonly memory: Verdict;
  readonly stuck: Verdict;
}

/**
 * Ends this process before it takes more memory or processor time than it may, and with its server; the
 * import that it reads then has a verdict. V8's own limit knows nothing of buffers and of native memory.
 */
export class ProcessWatch {
  readonly #db: Database;
  readonly #verdicts: (job: ClaimedImport) => Verdicts;
  readonly #thread: Worker;
  #job: ClaimedImport | null = null;

  constructor(
    db: Database,
    ceiling: number,
    verdicts: (job: ClaimedImport) => Verdicts,
    silentMs = SILENT_MS,
  ) {
    this.#db = db;
    this.#verdicts = verdicts;
    this.#thread = watchProcess(ceiling, silentMs);
    beats().say = () => this.#thread.postMessage('beat');
  }

  /** Names the import that is being read; null for none. */
  readonly reading = (job: ClaimedImport | null): void => {
    this.#job = job;
    if (job === null) return this.#thread.postMessage(null);
    const { memory, stuck } = this.#verdicts(job);
    const file = verdictPath(this.#db, job);
    this.#thread.postMessage({
      file,
      memory: JSON.stringify(memory),
      stuck: JSON.stringify(stuck),
    });
  };

  /** The import that is read fails: what a library threw outside of every call cannot be caught. */
  readonly thrown = (error: unknown): void => {
    if (this.#job === null) return;
    writeVerdictNow(this.#db, this.#job, { kind: 'failed', failure: asFileFault(error) });
  };
}

/** How the main thread says that it is not inside one long call; nothing where nobody watches. */
const beats = processWide('importBeats', (): { say: () => void } => ({ say: () => undefined }));

/** A sign of life of the main thread. */
export const beat = (): void => beats().say();

/** Starts the thread that ends this process once it takes more than `ceiling` bytes, or its server has gone. */
export function watchProcess(ceiling: number, silentMs = SILENT_MS): Worker {
  const program = path.join(process.cwd(), 'lib/server/import/lanes/watch-worker.mjs');
  const parent = process.connected ? process.ppid : null;
  const thread = new Worker(program, {
    workerData: { ceiling, parent, silentMs },
    resourceLimits: THREAD,
  });
  thread.unref();
  return thread;
}

/** Failure of an import that needs more memory than `ceiling` bytes. */
export const needsMoreMemory = (file: string, ceiling: number): ImportFailure => ({
  code: 'too-large',
  message: `“${file}” needs more than ${Math.floor(ceiling / 1024 ** 2)} MiB of memory to be read, the most that an import may take. Split it into parts, or raise HIGHWATER_IMPORT_MEMORY and start Highwater again.`,
});
