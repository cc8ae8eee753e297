/** The module worker: a {@link TokenizerServer} behind the worker's own messages. */
import './without-eval';
import { loadEncoding } from './load-encoding';
import { TokenizerServer } from './tokenizer-server';

/** What is used of the worker's global scope; the DOM's types describe a page's. */
interface WorkerScope {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;

const server = new TokenizerServer({
  post: (reply) => scope.postMessage(reply),
  pause: () => new Promise((resolve) => setTimeout(resolve)),
  now: () => performance.now(),
  fetch: (url, init) => fetch(url, init),
  load: loadEncoding,
});
scope.addEventListener('message', ({ data }) => server.receive(data));
