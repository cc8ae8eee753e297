import type { MatrixPrices } from '@/lib/answers/report/outcome/matrix';
import type { OutcomeCell, OutcomeJob, OutcomeReply } from './outcome-messages';
import { WorkerLink, type WorkerPort } from './worker-link';

/** Callback and abort signal of a run. */
interface OutcomeRunOptions {
  /** What the cells are priced with, before the first of them. */
  readonly onPrices?: (prices: MatrixPrices) => void;
  readonly onCells: (cells: readonly OutcomeCell[], done: number) => void;
  readonly signal?: AbortSignal;
}

/** End of a run. */
interface OutcomeRunEnd {
  readonly done: number;
  readonly cancelled: boolean;
}

interface OpenRun {
  readonly options: OutcomeRunOptions;
  readonly resolve: (end: OutcomeRunEnd) => void;
  readonly reject: (error: Error) => void;
}

/** Client of one worker for outcomes. */
export class OutcomeClient {
  readonly #link: WorkerLink<OutcomeReply, OpenRun>;

  constructor(start: () => WorkerPort) {
    this.#link = new WorkerLink({ start, take: takeOutcome });
  }

  /**
   * Computes outcomes. Resolves at the end of the run, also if cancelled; no cell follows an abort.
   * Rejects if the worker cannot start or breaks; the next run starts a new one.
   */
  run(job: OutcomeJob, options: OutcomeRunOptions): Promise<OutcomeRunEnd> {
    return new Promise((resolve, reject) =>
      this.#link.run({ options, resolve, reject }, job, options.signal),
    );
  }
}

function takeOutcome(reply: OutcomeReply, { options, resolve }: OpenRun): boolean {
  if (reply.kind === 'cells') {
    if (options.signal?.aborted !== true) options.onCells(reply.cells, reply.done);
    return false;
  }
  if (reply.kind === 'priced') {
    if (options.signal?.aborted !== true) options.onPrices?.(reply.prices);
    return false;
  }
  resolve({ done: reply.done, cancelled: reply.cancelled });
  return true;
}
