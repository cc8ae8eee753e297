import { wrap, type Endpoint, type Remote } from 'comlink';
import './abort-signals';

/** The part of `Worker` that a page uses. */
export type StartedWorker = Endpoint & Pick<Worker, 'terminate'>;

/** A callback for a worker that is not called after the page has aborted. */
export const untilAborted =
  <Told extends readonly unknown[]>(
    signal: AbortSignal,
    callback: (...told: Told) => unknown,
  ): ((...told: Told) => void) =>
  (...told) => {
    if (!signal.aborted) callback(...told);
  };

/** A page's end of one worker, which starts with the first call and is then reused. */
export class WorkerHandle<Api> {
  /** Rejects the calls that the worker has not answered. */
  readonly #open = new Set<(error: Error) => void>();
  #worker: StartedWorker | null = null;
  #api: Remote<Api> | null = null;

  constructor(private readonly start: () => StartedWorker) {}

  /**
   * Calls the worker's object. Rejects with the worker's error, and if it cannot start or breaks; the
   * next call starts a new one.
   */
  call<T>(work: (api: Remote<Api>) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#open.add(reject);
      try {
        work(this.#connected())
          .then(resolve, reject)
          .finally(() => this.#open.delete(reject));
      } catch (error) {
        this.#break(error instanceof Error ? error.message : String(error));
      }
    });
  }

  #connected(): Remote<Api> {
    if (this.#api !== null) return this.#api;
    const worker = this.start();
    this.#worker = worker;
    // Comlink leaves the calls of a worker that broke open for ever.
    const broken = (event: Event): void => {
      const message: unknown = Reflect.get(event, 'message');
      this.#break(typeof message === 'string' && message !== '' ? message : 'It did not start.');
    };
    worker.addEventListener('error', broken);
    worker.addEventListener('messageerror', broken);
    this.#api = wrap<Api>(worker);
    return this.#api;
  }

  /** Ends the worker and all its calls. */
  #break(why: string): void {
    const calls = [...this.#open];
    this.#open.clear();
    this.#worker?.terminate();
    this.#worker = null;
    this.#api = null;
    for (const reject of calls) reject(new Error(`The computation stopped. ${why}`));
  }
}
