import { expose } from 'comlink';
import '../abort-signals';
import type { StartedWorker } from '../worker-handle';

/** Page and worker in one thread; what they say is copied and arrives later. For tests. */
export class WorkerPair {
  started = 0;
  terminated = 0;
  #port: MessagePort | null = null;

  constructor(private readonly api: () => object) {}

  /** The worker breaks. */
  break(message: string): void {
    this.#port?.dispatchEvent(Object.assign(new Event('error'), { message }));
  }

  readonly start = (): StartedWorker => {
    this.started++;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    expose(this.api(), port2);
    const terminate = (): void => {
      this.terminated++;
      port1.close();
    };
    return Object.assign(port1, { terminate });
  };
}
