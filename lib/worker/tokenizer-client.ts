import type { TokenizerJob, TokenizerReply, TokenizerResult } from './tokenizer-messages';
import { WorkerLink, type WorkerPort } from './worker-link';

/** Inputs of a run. */
export interface VersionedJob extends TokenizerJob {
  /** Key that differs for every state of the session's texts: entries, attached prefix. */
  readonly version: string;
}

/** Callback and abort signal of a run. */
interface TokenizerRunOptions {
  readonly onProgress: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

interface OpenRun {
  readonly key: string;
  readonly onProgress: TokenizerRunOptions['onProgress'];
  readonly resolve: (result: TokenizerResult | null) => void;
  readonly reject: (error: Error) => void;
}

/** Most cached results: a workbench needs two, one per tokenizer. */
const MOST_KEPT = 8;

/** Client of one worker for counts; caches recent results. */
export class TokenizerClient {
  readonly #link: WorkerLink<TokenizerReply, OpenRun>;
  readonly #kept = new Map<string, TokenizerResult>();

  constructor(start: () => WorkerPort) {
    const take = (reply: TokenizerReply, run: OpenRun): boolean => this.#take(reply, run);
    this.#link = new WorkerLink({ start, take });
  }

  /** The cached count of a session; starts no run. */
  known(job: Omit<VersionedJob, 'origin'>): TokenizerResult | undefined {
    return this.#kept.get(keyOf(job));
  }

  /**
   * Counts a session, or returns the cached count. Resolves with null if cancelled; rejects if the
   * texts cannot be fetched, the tokenizer cannot be loaded or the worker breaks.
   */
  run(
    job: VersionedJob,
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

  #take(reply: TokenizerReply, { key, onProgress, resolve, reject }: OpenRun): boolean {
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

const keyOf = ({ session, version, encoding }: Omit<VersionedJob, 'origin'>): string =>
  `${encoding}\n${version}\n${session}`;
