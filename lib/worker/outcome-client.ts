import {
  outcomeReplySchema,
  type OutcomeCell,
  type OutcomeColumn,
  type OutcomeReply,
} from './outcome-messages';

/** What the client needs of a worker; a `Worker` is one. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  addEventListener(
    type: 'message' | 'error' | 'messageerror',
    listener: (event: { readonly data?: unknown; readonly message?: unknown }) => void,
  ): void;
  terminate(): void;
}

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

/** The page's side of one worker, which is started by the first run and then reused. */
export class OutcomeClient {
  readonly #start: () => WorkerPort;
  readonly #open = new Map<number, OpenRun>();
  #port: WorkerPort | null = null;
  #runs = 0;

  constructor(start: () => WorkerPort) {
    this.#start = start;
  }

  /**
   * Computes outcomes. Resolves at the end of the run, also of a cancelled one: no cell comes after
   * an abort. Rejects when the worker cannot be started or breaks; the next run starts a new one.
   */
  run(job: OutcomeJob, options: OutcomeRunOptions): Promise<OutcomeRunEnd> {
    const run = this.#runs++;
    return new Promise((resolve, reject) => {
      this.#open.set(run, { options, resolve, reject });
      try {
        this.#connected().postMessage({ kind: 'run', run, ...job });
      } catch (error) {
        this.#break(error instanceof Error ? error.message : String(error));
        return;
      }
      const cancel = (): void => this.#port?.postMessage({ kind: 'cancel', run });
      if (options.signal?.aborted === true) cancel();
      else options.signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  #connected(): WorkerPort {
    if (this.#port) return this.#port;
    const port = this.#start();
    this.#port = port;
    port.addEventListener('message', ({ data }) => {
      const parsed = outcomeReplySchema.safeParse(data);
      if (parsed.success) this.#take(parsed.data);
      else this.#break('The worker answered with something unreadable.');
    });
    const broken = ({ message }: { readonly message?: unknown }): void =>
      this.#break(typeof message === 'string' && message !== '' ? message : 'It did not start.');
    port.addEventListener('error', broken);
    port.addEventListener('messageerror', broken);
    return port;
  }

  #take(reply: OutcomeReply): void {
    if (reply.kind === 'refused') return this.#break(reply.message);
    const open = this.#open.get(reply.run);
    if (!open) return;
    if (reply.kind === 'cells') {
      if (open.options.signal?.aborted !== true) open.options.onCells(reply.cells, reply.done);
      return;
    }
    this.#open.delete(reply.run);
    open.resolve({ done: reply.done, cancelled: reply.cancelled });
  }

  /** Ends the worker and every run with it. */
  #break(why: string): void {
    const runs = [...this.#open.values()];
    this.#open.clear();
    this.#port?.terminate();
    this.#port = null;
    for (const { reject } of runs) reject(new Error(`The computation stopped. ${why}`));
  }
}
