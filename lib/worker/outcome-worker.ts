/** The module worker: an {@link OutcomeServer} behind the worker's own messages. */
import './without-eval';
import { OutcomeServer } from './outcome-server';

/** What is used of the worker's global scope; the DOM's types describe a page's. */
interface WorkerScope {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;

const server = new OutcomeServer({
  post: (reply) => scope.postMessage(reply),
  pause: () => new Promise((resolve) => setTimeout(resolve)),
  now: () => performance.now(),
});
scope.addEventListener('message', ({ data }) => server.receive(data));
