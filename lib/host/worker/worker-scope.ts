/** The used part of the worker's global scope; the DOM's types describe a page's. */
interface WorkerScope {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;

/** Environment of every server in a worker. */
export const workerHost = {
  post: (reply: unknown): void => scope.postMessage(reply),
  pause: (): Promise<void> => new Promise((resolve) => setTimeout(resolve)),
  now: (): number => performance.now(),
};

/** Passes the page's messages to a server. */
export function listen(server: { readonly receive: (message: unknown) => void }): void {
  scope.addEventListener('message', ({ data }) => server.receive(data));
}
