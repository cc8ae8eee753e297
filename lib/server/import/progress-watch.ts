import { reportProgress, type Claim } from '@/lib/server/db/imports/claims';
import type { Database } from '@/lib/server/db/client';
import { beat } from './lanes/process-watch';
import { loggable } from '@/lib/server/db/connection/storage-fault';

/** Milliseconds between two writes of the progress. */
const PROGRESS_MS = 250;

/** Times as long as it may compute that a reading may last, on a machine that does other things too. */
const WALL_SHARE = 4;

/** Milliseconds of processor time of this process. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Writes progress while a trace is read; aborts the reading when the user cancels. */
export class ProgressWatch {
  readonly #db: Database;
  readonly #claim: Claim;
  readonly #stopped: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #latest = { bytesRead: 0, records: 0 };
  /** Time of the last write; the claim was the first heartbeat. */
  #written = Date.now();
  #writing: Promise<void> | undefined;
  #cancelled = false;
  #lost = false;
  #paused = false;
  #late = false;
  readonly #begun = performance.now();
  readonly #begunTime = processorTime();
  readonly #allowedMs: () => number;

  /** `allowedMs`: most milliseconds that the reading may compute, asked again and again. */
  constructor(db: Database, claim: Claim, stopped: AbortSignal, allowedMs: () => number) {
    this.#allowedMs = allowedMs;
    this.#db = db;
    this.#claim = claim;
    this.#stopped = stopped;
    stopped.addEventListener('abort', this.abort);
    if (stopped.aborted) this.abort();
    // Heartbeat, also during a long line without progress.
    this.#timer = setInterval(() => this.#write(), PROGRESS_MS);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The process is ending or the user paused the import, which then waits again. */
  get isStopped(): boolean {
    return this.#stopped.aborted || this.#paused;
  }

  get isCancelled(): boolean {
    return this.#cancelled;
  }

  /** Another process took the import over. */
  get isLost(): boolean {
    return this.#lost;
  }

  /** Most milliseconds that the reading may compute. */
  get allowedMs(): number {
    return this.#allowedMs();
  }

  /** The reading took longer than it may. */
  get isLate(): boolean {
    return this.#late;
  }

  readonly abort = (): void => this.#controller.abort();

  progress(bytesRead: number, records: number): void {
    this.#latest = { bytesRead, records };
    if (Date.now() - this.#written >= PROGRESS_MS) this.#write();
  }

  /** Stops writing and waits for the current write. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped.removeEventListener('abort', this.abort);
    await this.#writing;
  }

  #write(): void {
    beat();
    const allowed = this.#allowedMs();
    const computed = processorTime() - this.#begunTime;
    if (computed > allowed || performance.now() - this.#begun > WALL_SHARE * allowed) {
      this.#late = true;
      this.abort();
    }
    if (this.#writing) return;
    this.#written = Date.now();
    this.#writing = reportProgress(this.#db, this.#claim, this.#latest)
      .then((state) => {
        this.#cancelled ||= state === 'cancelled';
        this.#lost ||= state === 'lost';
        this.#paused ||= state === 'paused';
        if (state !== 'held') this.abort();
      })
      .catch((error: unknown) => console.error('Progress could not be written:', loggable(error)))
      .finally(() => (this.#writing = undefined));
  }
}
