import type { WorkerPort } from '../worker-link';

type Listener = (event: { data?: unknown; message?: unknown }) => void;

/** The worker's side: receives the page's messages. */
interface WorkerSide {
  receive(message: never): void;
}

/** Page and worker in one thread; messages are copied and arrive later. For tests. */
export class WorkerPair<Reply> {
  readonly said: Reply[] = [];
  started = 0;
  terminated = 0;
  readonly #listeners = new Map<string, Listener>();
  readonly #server: (post: (reply: Reply) => void) => WorkerSide;

  constructor(server: (post: (reply: Reply) => void) => WorkerSide) {
    this.#server = server;
  }

  /** Fires an event of the worker. */
  fire(type: string, event: { data?: unknown; message?: unknown }): void {
    this.#listeners.get(type)?.(event);
  }

  readonly start = (): WorkerPort => {
    this.started++;
    const server = this.#server((reply) => {
      this.said.push(reply);
      const data: unknown = structuredClone(reply);
      setTimeout(() => this.fire('message', { data }));
    });
    return {
      postMessage: (message) => {
        const copy: unknown = structuredClone(message);
        setTimeout(() => server.receive(copy as never));
      },
      addEventListener: (type, listener) => void this.#listeners.set(type, listener),
      terminate: () => void this.terminated++,
    };
  };
}
