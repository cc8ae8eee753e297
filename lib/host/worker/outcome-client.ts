import {
  outcomeReplySchema,
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
}

/** Callback and abort signal of a run. */
interface OutcomeRunOptions {
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
  resolve({ done: reply.done, cancelled: reply.cancelled });
  return true;
}
