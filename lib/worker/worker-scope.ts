/** The used part of the worker's global scope; the DOM's types describe a page's. */
interface WorkerScope {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;

const waiting: (() => void)[] = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => waiting.shift()?.();

/** Environment of every server in a worker. */
export const workerHost = {
  post: (reply: unknown): void => scope.postMessage(reply),
  // A timer would rest for four milliseconds after every slice of twelve.
  pause: (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    }),
  now: (): number => performance.now(),
};

/** Passes the page's messages to a server. */
export function listen<Message>(server: { readonly receive: (message: Message) => void }): void {
  // Page and worker are of one bundle.
  scope.addEventListener('message', ({ data }) => server.receive(data as Message));
}
