import type { Database } from '@/lib/server/db/client';
import { advanceSweep } from '../advance';
import { computeShare, KnownSweeps, type ComputeShare } from '../compute-share';
import type { ShareQueue, TakenShare } from './share-queue';

interface WorkerOptions {
  readonly db: Database;
  readonly queue: ShareQueue;
  readonly compute: ComputeShare;
  /** Number of shares computed at once. */
  readonly lanes: number;
  /** Ends the work after the shares that are being computed. */
  readonly stopped: AbortSignal;
  /** Waits for a while, or until there may be work. */
  readonly pause: () => Promise<void>;
}

/** Pauses after a fault: a database is not back at once. */
const FAULT_PAUSES = 5;

/** Computes shares until it is stopped; several at once, each lane one after the other. */
export class SweepWorker {
  readonly #options: WorkerOptions;
  readonly #known: KnownSweeps;
  #busy = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#known = new KnownSweeps(options.db);
  }

  /** True while a share is being computed. */
  get isBusy(): boolean {
    return this.#busy > 0;
  }

  async run(): Promise<void> {
    const { lanes } = this.#options;
    await Promise.all(Array.from({ length: lanes }, () => this.#lane()));
  }

  async #lane(): Promise<void> {
    const { queue, stopped, pause } = this.#options;
    while (!stopped.aborted) {
      try {
        const taken = await queue.next();
        if (taken === null) await pause();
        else await this.#work(taken);
      } catch (error) {
        console.error('A share of a sweep is taken again:', error);
        for (let i = 0; i < FAULT_PAUSES && !stopped.aborted; i++) await pause();
      }
    }
  }

  async #work(taken: TakenShare): Promise<void> {
    const { db, queue, compute } = this.#options;
    this.#busy++;
    try {
      await computeShare(db, this.#known, taken.place, compute);
    } catch (error) {
      await taken.again();
      throw error;
    } finally {
      this.#busy--;
    }
    await taken.done();
    if (await advanceSweep(db, taken.place.sweepId)) await queue.grown();
  }
}
