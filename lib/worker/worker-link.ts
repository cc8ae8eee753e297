/** What a page needs of a worker; a `Worker` is one. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  addEventListener(
    type: 'message' | 'error' | 'messageerror',
    listener: (event: { readonly data?: unknown; readonly message?: unknown }) => void,
  ): void;
  terminate(): void;
}

/** What a worker says of one of its runs. */
interface RunReply {
  readonly kind: string;
  readonly run: number;
}

/** The worker understood nothing. */
interface Refusal {
  readonly kind: 'refused';
  readonly message: string;
}

/** What the page remembers of a run until it ends. */
interface OpenRun {
  readonly reject: (error: Error) => void;
}

/** How replies are read and what they do to their runs. */
export interface WorkerProtocol<Reply extends RunReply, Run extends OpenRun> {
  readonly start: () => WorkerPort;
  /** Null where the data is no reply. */
  readonly read: (data: unknown) => Reply | Refusal | null;
  /** Takes a reply of an open run; true when it was its last. */
  readonly take: (reply: Reply, run: Run) => boolean;
}

/** The page's side of one worker, which is started by the first run and then reused. */
export class WorkerLink<Reply extends RunReply, Run extends OpenRun> {
  readonly #protocol: WorkerProtocol<Reply, Run>;
  readonly #open = new Map<number, Run>();
  #port: WorkerPort | null = null;
  #runs = 0;

  constructor(protocol: WorkerProtocol<Reply, Run>) {
    this.#protocol = protocol;
  }

  /**
   * Asks the worker for a run, and to cancel it when the signal is aborted. The run is rejected when
   * the worker cannot be started or breaks; the next run starts a new one.
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
    const port = this.#protocol.start();
    this.#port = port;
    port.addEventListener('message', ({ data }) => {
      const reply = this.#protocol.read(data);
      if (reply === null) this.#break('The worker answered with something unreadable.');
      else this.#take(reply);
    });
    const broken = ({ message }: { readonly message?: unknown }): void =>
      this.#break(typeof message === 'string' && message !== '' ? message : 'It did not start.');
    port.addEventListener('error', broken);
    port.addEventListener('messageerror', broken);
    return port;
  }

  #take(reply: Reply | Refusal): void {
    if (isRefusal(reply)) return this.#break(reply.message);
    const open = this.#open.get(reply.run);
    if (open && this.#protocol.take(reply, open)) this.#open.delete(reply.run);
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

const isRefusal = (reply: RunReply | Refusal): reply is Refusal => reply.kind === 'refused';
