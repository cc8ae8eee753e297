import { proxy } from 'comlink';
import { untilAborted, WorkerHandle, type StartedWorker } from '../worker-handle';
import type { CountJob, CountProgress, SessionCounter, TokenizerResult } from './session-counter';

/** Inputs of a run. */
export interface VersionedJob extends CountJob {
  /** Key that differs for every state of the session's texts: entries, attached prefix. */
  readonly version: string;
}

/** Most cached results: a workbench needs two, one per tokenizer. */
const MOST_KEPT = 8;

/** A page's end of one worker for counts; caches recent results. */
export class TokenizerClient {
  readonly #worker: WorkerHandle<SessionCounter>;
  readonly #kept = new Map<string, TokenizerResult>();

  constructor(start: () => StartedWorker) {
    this.#worker = new WorkerHandle(start);
  }

  /** The cached count of a session; starts no run. */
  known(job: Omit<VersionedJob, 'origin'>): TokenizerResult | undefined {
    return this.#kept.get(keyOf(job));
  }

  /**
   * Counts a session, or returns the cached count. Resolves with null if cancelled; rejects if the
   * texts cannot be fetched, the tokenizer cannot be loaded or the worker breaks.
   */
  async run(
    job: VersionedJob,
    onProgress: CountProgress,
    signal: AbortSignal,
  ): Promise<TokenizerResult | null> {
    const known = this.known(job);
    if (known) return known;
    const { origin, session, encoding } = job;
    const progress = untilAborted(signal, onProgress);
    const result = await this.#worker.call((counter) =>
      counter.count({ origin, session, encoding }, proxy(progress), signal),
    );
    if (result !== null) this.#keep(keyOf(job), result);
    return result;
  }

  #keep(key: string, result: TokenizerResult): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, result);
  }
}

const keyOf = ({ session, version, encoding }: Omit<VersionedJob, 'origin'>): string =>
  `${encoding}\n${version}\n${session}`;

/** The page's only client of the tokenizer worker, which loads and starts with the first run. */
export const tokenizerClient = new TokenizerClient(
  () => new Worker(new URL('./tokenizer-worker.ts', import.meta.url), { type: 'module' }),
);
