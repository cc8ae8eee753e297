import { proxy } from 'comlink';
import { untilAborted, WorkerHandle, type StartedWorker } from '../worker-handle';
import type { OutcomeJob, OutcomeListener, OutcomeRunEnd, OutcomeRunner } from './outcome-runner';

/** A page's end of one worker for outcomes. */
export class OutcomeClient {
  readonly #worker: WorkerHandle<OutcomeRunner>;

  constructor(start: () => StartedWorker) {
    this.#worker = new WorkerHandle(start);
  }

  /**
   * Computes outcomes. Resolves at the end of the run, also if cancelled; no cell follows an abort.
   * Rejects if the worker cannot start or breaks.
   */
  run(
    job: OutcomeJob,
    { onPrices, onCells }: OutcomeListener,
    signal: AbortSignal,
  ): Promise<OutcomeRunEnd> {
    const listener: OutcomeListener = {
      onPrices: untilAborted(signal, onPrices),
      onCells: untilAborted(signal, onCells),
    };
    return this.#worker.call((runner) => runner.run(job, proxy(listener), signal));
  }
}

/** The page's only client of the outcome worker, which starts with the first run. */
export const outcomeClient = new OutcomeClient(
  () => new Worker(new URL('./outcome-worker.ts', import.meta.url), { type: 'module' }),
);
