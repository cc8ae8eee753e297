/** The part of `Worker` that a page uses. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  addEventListener(
    type: 'message' | 'error' | 'messageerror',
    listener: (event: { readonly data?: unknown; readonly message?: unknown }) => void,
  ): void;
  terminate(): void;
}

/** A worker's message about one of its runs. */
interface RunReply {
  readonly kind: string;
  readonly run: number;
}

/** A page's state of an open run. */
interface OpenRun {
  readonly reject: (error: Error) => void;
}

/** How a worker starts, and what its replies do to runs. Both ends are of one bundle: replies are not checked. */
interface WorkerProtocol<Reply extends RunReply, Run extends OpenRun> {
  readonly start: () => WorkerPort;
  /** Handles a reply of an open run; true if it is the last. */
  readonly take: (reply: Reply, run: Run) => boolean;
}

/** The page's side of one worker, started by the first run and then reused. */
export class WorkerLink<Reply extends RunReply, Run extends OpenRun> {
  readonly #open = new Map<number, Run>();
  #port: WorkerPort | null = null;
  #runs = 0;

  constructor(private readonly protocol: WorkerProtocol<Reply, Run>) {}

  /**
   * Starts a run in the worker and cancels it when the signal is aborted. Rejects if the worker cannot
   * start or breaks; the next run starts a new one.
   */
  run(open: Run, job: object, signal: AbortSignal | undefined): void {
    const run = this.#runs++;
    this.#open.set(run, open);
    try {
      this.#connected().postMessage({ kind: 'run', run, ...job });
    } catch (error) {
      this.#break(error instanceof Error ? error.message : String(error));
      return;
    }
    const cancel = (): void => this.#port?.postMessage({ kind: 'cancel', run });
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
  }

  #connected(): WorkerPort {
    if (this.#port) return this.#port;
    const port = this.protocol.start();
    this.#port = port;
    port.addEventListener('message', ({ data }) => {
      const reply = data as Reply;
      const open = this.#open.get(reply.run);
      if (open && this.protocol.take(reply, open)) this.#open.delete(reply.run);
    });
    const broken = ({ message }: { readonly message?: unknown }): void =>
      this.#break(typeof message === 'string' && message !== '' ? message : 'It did not start.');
    port.addEventListener('error', broken);
    port.addEventListener('messageerror', broken);
    return port;
  }

  /** Ends the worker and all its runs. */
  #break(why: string): void {
    const runs = [...this.#open.values()];
    this.#open.clear();
    this.#port?.terminate();
    this.#port = null;
    for (const { reject } of runs) reject(new Error(`The computation stopped. ${why}`));
  }
}
