import type * as z from 'zod';

interface Cancellation {
  readonly kind: 'cancel';
  readonly run: number;
}

/** A server's callbacks for a page's runs. */
interface Runs<Run> {
  readonly requests: z.ZodType<Run | Cancellation>;
  readonly refuse: (message: string) => void;
  /** Yields, so that messages such as a cancellation arrive. */
  readonly pause: () => Promise<void>;
  readonly work: (request: Run, signal: AbortSignal) => Promise<void>;
}

/** Handles a page's messages: works on runs one after the other, each until it is cancelled. */
export function runQueue<Run extends { readonly kind: 'run'; readonly run: number }>({
  requests,
  refuse,
  pause,
  work,
}: Runs<Run>): (message: unknown) => void {
  /** Waiting and current runs. */
  const open = new Map<number, AbortController>();
  let last = Promise.resolve();
  return (message) => {
    const parsed = requests.safeParse(message);
    if (!parsed.success) {
      return refuse(`A message was refused: ${parsed.error.issues[0]?.message ?? 'unreadable'}.`);
    }
    const request = parsed.data;
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
