/** What a page sends to a worker: work with a number, or that it is no longer needed. */
export type RunMessage<Job> =
  | ({ readonly kind: 'run'; readonly run: number } & Job)
  | { readonly kind: 'cancel'; readonly run: number };

/** A server's callbacks for a page's runs. */
interface Runs<Job> {
  /** Yields, so that messages such as a cancellation arrive. */
  readonly pause: () => Promise<void>;
  readonly work: (request: Job & { readonly run: number }, signal: AbortSignal) => Promise<void>;
}

/** Handles a page's messages: works on runs one after the other, each until it is cancelled. */
export function runQueue<Job>({ pause, work }: Runs<Job>): (message: RunMessage<Job>) => void {
  /** Waiting and current runs. */
  const open = new Map<number, AbortController>();
  let last = Promise.resolve();
  return (request) => {
    if (request.kind === 'cancel') return open.get(request.run)?.abort();
    const stop = new AbortController();
    open.set(request.run, stop);
    last = last.then(async () => {
      // A cancellation that arrived with the request takes effect before any work.
      await pause();
      await work(request, stop.signal);
      open.delete(request.run);
    });
  };
}
