import type { Worker } from 'node:worker_threads';
import { ShareFault } from '../share-fault';
import type { ShareAnswer, ShareTask } from './share-task';

/** A fixed number of threads that compute shares; one that ends is replaced. */
export class ThreadPool {
  readonly #start: () => Worker;
  readonly #idle = new Set<Worker>();
  readonly #all = new Set<Worker>();

  /** @param start starts a thread of `share-thread.ts`. */
  constructor(start: () => Worker) {
    this.#start = start;
  }

  /**
   * Computes a share on a free thread; callers are as many as the threads that they want.
   * @throws ShareFault if the replay fails; an error if the thread ends.
   */
  async compute(task: ShareTask): Promise<Uint8Array> {
    const [known] = this.#idle;
    const thread = known ?? this.#begin();
    this.#idle.delete(thread);
    const answer = await this.#ask(thread, task);
    this.#idle.add(thread);
    if ('results' in answer) return answer.results;
    throw new ShareFault(`A share of the sweep cannot be computed: ${answer.failure}`);
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  #begin(): Worker {
    const thread = this.#start();
    this.#all.add(thread);
    thread.once('exit', () => {
      this.#all.delete(thread);
      this.#idle.delete(thread);
    });
    // Between two shares nobody else listens.
    thread.on('error', () => undefined);
    return thread;
  }

  #ask(thread: Worker, task: ShareTask): Promise<ShareAnswer> {
    return new Promise((resolve, reject) => {
      const settle = (work: () => void): void => {
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        work();
      };
      const onMessage = (answer: ShareAnswer): void => settle(() => resolve(answer));
      const onError = (error: Error): void => settle(() => reject(error));
      const onExit = (): void => settle(() => reject(new Error('A thread of the sweep ended.')));
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      thread.postMessage(task);
    });
  }
}
