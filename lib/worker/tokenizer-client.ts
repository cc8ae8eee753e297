import type { Encoding } from '@/lib/tokens/text-estimators';
import {
  tokenizerReplySchema,
  type TokenizerReply,
  type TokenizerResult,
} from './tokenizer-messages';
import { WorkerLink, type WorkerPort } from './worker-link';

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

/** A reply of one run. */
type RunReply = Exclude<TokenizerReply, { readonly kind: 'refused' }>;

/** Results kept: a workbench needs two, one a tokenizer. */
const MOST_KEPT = 8;

/** Asks one worker for counts; keeps what was counted lately. */
export class TokenizerClient {
  readonly #link: WorkerLink<RunReply, OpenRun>;
  readonly #kept = new Map<string, TokenizerResult>();

  constructor(start: () => WorkerPort) {
    const take = (reply: RunReply, run: OpenRun): boolean => this.#take(reply, run);
    this.#link = new WorkerLink({ start, read: tokenizerReply, take });
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
    const { origin, session, encoding } = job;
    return new Promise((resolve, reject) =>
      this.#link.run({ key, onProgress, resolve, reject }, { origin, session, encoding }, signal),
    );
  }

  #take(reply: RunReply, { key, onProgress, resolve, reject }: OpenRun): boolean {
    if (reply.kind === 'progress') {
      onProgress(reply.done, reply.total);
      return false;
    }
    if (reply.kind === 'failed') reject(new Error(reply.message));
    else if (reply.kind === 'cancelled') resolve(null);
    else {
      this.#keep(key, reply.result);
      resolve(reply.result);
    }
    return true;
  }

  #keep(key: string, result: TokenizerResult): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, result);
  }
}

const tokenizerReply = (data: unknown): TokenizerReply | null =>
  tokenizerReplySchema.safeParse(data).data ?? null;

const keyOf = ({ session, version, encoding }: Omit<TokenizerJob, 'origin'>): string =>
  `${encoding}\n${version}\n${session}`;
