import type * as z from 'zod';

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

/** The worker refused a message. */
interface Refusal {
  readonly kind: 'refused';
  readonly message: string;
}

/** A page's state of an open run. */
interface OpenRun {
  readonly reject: (error: Error) => void;
}

/** Parser of replies, and their effect on runs. */
interface WorkerProtocol<Reply extends RunReply, Run extends OpenRun> {
  readonly start: () => WorkerPort;
  readonly replies: z.ZodType<Reply | Refusal>;
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
      const reply = this.protocol.replies.safeParse(data);
      if (reply.success) this.#take(reply.data);
      else this.#break('The worker answered with something unreadable.');
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
    if (open && this.protocol.take(reply, open)) this.#open.delete(reply.run);
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

const isRefusal = (reply: RunReply | Refusal): reply is Refusal => reply.kind === 'refused';
