import type { MatrixPrices } from '@/lib/report/outcome/matrix';
import {
  outcomeReplySchema,
  type AskedPrices,
  type OutcomeCell,
  type OutcomeColumn,
  type OutcomeReply,
} from './outcome-messages';
import { WorkerLink, type WorkerPort } from './worker-link';

/** Inputs of a run: every scenario is computed under every column. */
interface OutcomeJob {
  readonly scenarios: readonly string[];
  readonly columns: readonly OutcomeColumn[];
  readonly sparks: boolean;
  /** null: cells have no cost. */
  readonly prices: AskedPrices | null;
}

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

/** A reply of one run. */
type RunReply = Exclude<OutcomeReply, { readonly kind: 'refused' }>;

/** Client of one worker for outcomes. */
export class OutcomeClient {
  readonly #link: WorkerLink<RunReply, OpenRun>;

  constructor(start: () => WorkerPort) {
    this.#link = new WorkerLink({ start, replies: outcomeReplySchema, take: takeOutcome });
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

function takeOutcome(reply: RunReply, { options, resolve }: OpenRun): boolean {
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
