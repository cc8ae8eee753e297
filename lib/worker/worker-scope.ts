/** The worker's side: what every worker needs of its global scope. */
import { expose } from 'comlink';
import './abort-signals';

/** A worker's clock, and its way to let messages in. */
export interface WorkerClock {
  /** Yields, so that calls and aborts arrive. */
  readonly pause: () => Promise<void>;
  /** A clock in milliseconds. */
  readonly now: () => number;
}

const waiting: (() => void)[] = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => waiting.shift()?.();

/** The clock of the worker that runs this. */
export const workerClock: WorkerClock = {
  // A timer would rest for four milliseconds after every slice of twelve.
  pause: () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    }),
  now: () => performance.now(),
};

/** Lets the page call an object's methods. */
export const serve = (api: object): void => expose(api);
