import {
  outcomeReplySchema,
  type OutcomeCell,
  type OutcomeColumn,
  type OutcomeReply,
} from './outcome-messages';
import { WorkerLink, type WorkerPort } from './worker-link';

/** What to compute: every scenario under every column. */
export interface OutcomeJob {
  readonly scenarios: readonly string[];
  readonly columns: readonly OutcomeColumn[];
  readonly sparks: boolean;
}

/** How a run is followed and stopped. */
export interface OutcomeRunOptions {
  readonly onCells: (cells: readonly OutcomeCell[], done: number) => void;
  readonly signal?: AbortSignal;
}

/** How a run ended. */
export interface OutcomeRunEnd {
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

/** Asks one worker for outcomes. */
export class OutcomeClient {
  readonly #link: WorkerLink<RunReply, OpenRun>;

  constructor(start: () => WorkerPort) {
    this.#link = new WorkerLink({ start, read: outcomeReply, take: takeOutcome });
  }

  /**
   * Computes outcomes. Resolves at the end of the run, also of a cancelled one: no cell comes after
   * an abort. Rejects when the worker cannot be started or breaks; the next run starts a new one.
   */
  run(job: OutcomeJob, options: OutcomeRunOptions): Promise<OutcomeRunEnd> {
    return new Promise((resolve, reject) =>
      this.#link.run({ options, resolve, reject }, job, options.signal),
    );
  }
}

const outcomeReply = (data: unknown): OutcomeReply | null =>
  outcomeReplySchema.safeParse(data).data ?? null;

function takeOutcome(reply: RunReply, { options, resolve }: OpenRun): boolean {
  if (reply.kind === 'cells') {
    if (options.signal?.aborted !== true) options.onCells(reply.cells, reply.done);
    return false;
  }
  resolve({ done: reply.done, cancelled: reply.cancelled });
  return true;
}
