import type { Encoding } from '@/lib/tokens/text-estimators';
import type { WorkerPort } from './outcome-client';
import {
  tokenizerReplySchema,
  type TokenizerReply,
  type TokenizerResult,
} from './tokenizer-messages';

/** What to count. */
export interface TokenizerJob {
  readonly origin: string;
  readonly session: string;
  /** Another one for every state of the session's texts: its entries, its attached prefix. */
  readonly version: string;
  readonly encoding: Encoding;
}

/** How a run is followed and stopped. */
export interface TokenizerRunOptions {
  readonly onProgress: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

interface OpenRun {
  readonly key: string;
  readonly onProgress: TokenizerRunOptions['onProgress'];
  readonly resolve: (result: TokenizerResult | null) => void;
  readonly reject: (error: Error) => void;
}

/** Results kept: a workbench needs two, one a tokenizer. */
const MOST_KEPT = 8;

/** The page's side of one worker, started by the first run; keeps what was counted lately. */
export class TokenizerClient {
  readonly #start: () => WorkerPort;
  readonly #open = new Map<number, OpenRun>();
  readonly #kept = new Map<string, TokenizerResult>();
  #port: WorkerPort | null = null;
  #runs = 0;

  constructor(start: () => WorkerPort) {
    this.#start = start;
  }

  /** What was counted of a session before; nothing is started for it. */
  known(job: Omit<TokenizerJob, 'origin'>): TokenizerResult | undefined {
    return this.#kept.get(keyOf(job));
  }

  /**
   * Counts a session, or answers from what was counted. Resolves with null when cancelled; rejects
   * when the texts cannot be had, the tokenizer cannot be loaded or the worker breaks.
   */
  run(
    job: TokenizerJob,
    { onProgress, signal }: TokenizerRunOptions,
  ): Promise<TokenizerResult | null> {
    const key = keyOf(job);
    const known = this.#kept.get(key);
    if (known) return Promise.resolve(known);
    const run = this.#runs++;
    const { origin, session, encoding } = job;
    return new Promise((resolve, reject) => {
      this.#open.set(run, { key, onProgress, resolve, reject });
      try {
        this.#connected().postMessage({ kind: 'run', run, origin, session, encoding });
      } catch (error) {
        this.#break(error instanceof Error ? error.message : String(error));
        return;
      }
      const cancel = (): void => this.#port?.postMessage({ kind: 'cancel', run });
      if (signal?.aborted === true) cancel();
      else signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  #connected(): WorkerPort {
    if (this.#port) return this.#port;
    const port = this.#start();
    this.#port = port;
    port.addEventListener('message', ({ data }) => {
      const parsed = tokenizerReplySchema.safeParse(data);
      if (parsed.success) this.#take(parsed.data);
      else this.#break('The worker answered with something unreadable.');
    });
    const broken = ({ message }: { readonly message?: unknown }): void =>
      this.#break(typeof message === 'string' && message !== '' ? message : 'It did not start.');
    port.addEventListener('error', broken);
    port.addEventListener('messageerror', broken);
    return port;
  }

  #take(reply: TokenizerReply): void {
    if (reply.kind === 'refused') return this.#break(reply.message);
    const open = this.#open.get(reply.run);
    if (!open) return;
    if (reply.kind === 'progress') return open.onProgress(reply.done, reply.total);
    this.#open.delete(reply.run);
    if (reply.kind === 'failed') return open.reject(new Error(reply.message));
    if (reply.kind === 'cancelled') return open.resolve(null);
    this.#keep(open.key, reply.result);
    open.resolve(reply.result);
  }

  #keep(key: string, result: TokenizerResult): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, result);
  }

  /** Ends the worker and every run with it. */
  #break(why: string): void {
    const runs = [...this.#open.values()];
    this.#open.clear();
    this.#port?.terminate();
    this.#port = null;
    for (const { reject } of runs) reject(new Error(`The computation stopped. ${why}`));
  }
}

const keyOf = ({ session, version, encoding }: Omit<TokenizerJob, 'origin'>): string =>
  `${encoding}\n${version}\n${session}`;
