import type { Remote } from 'comlink';
import { WorkerHandle, type StartedWorker } from './worker-handle';
import { SessionCarrier } from './worker-session';

/** A page's end of one worker for questions about a session, which is handed over once. */
export abstract class SessionClient<Runner> {
  readonly #worker: WorkerHandle<Runner>;
  protected readonly carrier = new SessionCarrier();

  constructor(start: () => StartedWorker) {
    this.#worker = new WorkerHandle(start);
  }

  /** Calls the worker's object. Rejects if the worker cannot start or breaks. */
  protected async call<T>(work: (runner: Remote<Runner>) => Promise<T>): Promise<T> {
    try {
      return await this.#worker.call(work);
    } catch (error) {
      this.carrier.forget();
      throw error;
    }
  }
}
