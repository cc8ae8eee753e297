import type * as z from 'zod';
import {
  entryPageSchema,
  errorEnvelopeSchema,
  prefixTextSchema,
  type EntryPage,
} from '@/lib/api/contract/contract';
import { compactionListSchema } from '@/lib/api/contract/workbench/compaction-contract';
import type { Entry } from '@/lib/engine/session/schema';
import {
  TextCounter,
  type CountedHead,
  type TextCounts,
} from '@/lib/engine/tokens/text/text-counts';
import {
  charsEstimator,
  type Encoding,
  type TextEstimator,
} from '@/lib/engine/tokens/text/text-estimators';
import { Turns } from '../turns';
import type { WorkerClock } from '../worker-scope';

/** What is counted. */
export interface CountJob {
  /** Origin of the API; a worker's own address may be a blob's. */
  readonly origin: string;
  readonly session: string;
  readonly encoding: Encoding;
}

/** Counts of a session's texts. */
export interface TokenizerResult {
  /** Characters ÷ 4, at no extra cost, and the requested tokenizer. */
  readonly counts: readonly TextCounts[];
  /** Number of masked secrets; their masks were counted in their place. */
  readonly masked: number;
  /** Number of entries over 1 MB, which were counted shortened. */
  readonly cut: number;
}

/** Takes the number of counted entries, and of all. */
export type CountProgress = (done: number, total: number) => void | Promise<void>;

/** Environment of a counter. */
interface CountHost extends WorkerClock {
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly load: (encoding: Encoding) => Promise<TextEstimator>;
}

/** A run: its inputs, and whom it tells. */
interface CountRun {
  readonly job: CountJob;
  readonly onProgress: CountProgress;
  readonly signal: AbortSignal;
}

/** Milliseconds of counting between two pauses. */
const SLICE_MS = 30;

/** Counts sessions for one page, one after the other; fetches their texts page by page. */
export class SessionCounter {
  readonly #turns: Turns;
  readonly #loaded = new Map<Encoding, TextEstimator>();

  constructor(private readonly host: CountHost) {
    this.#turns = new Turns(host.pause);
  }

  /** Counts a session; null if it is cancelled. @throws Error that names what cannot be fetched or counted. */
  count(
    job: CountJob,
    onProgress: CountProgress,
    signal: AbortSignal,
  ): Promise<TokenizerResult | null> {
    return this.#turns.take(async () => {
      try {
        signal.throwIfAborted();
        return await this.#count({ job, onProgress, signal });
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    });
  }

  async #count(run: CountRun): Promise<TokenizerResult> {
    const tokenizer = await this.#tokenizer(run.job.encoding);
    const counters = [charsEstimator, tokenizer].map((estimator) => new TextCounter(estimator));
    const head = await this.#head(run);
    let from: number | null = 0;
    let masked = 0;
    let cut = 0;
    while (from !== null) {
      const path = `entries?from=${from}`;
      const page: EntryPage = await this.#get(run, path, entryPageSchema);
      const entries = page.entries.map(({ entry }) => entry);
      await this.#push(run, counters, entries, page.total);
      masked += page.masked;
      for (const entry of page.entries) if (entry.cut) cut++;
      // An empty page would be requested endlessly.
      from = page.entries.length === 0 ? null : page.next;
    }
    const rows = Array.from({ length: counters[0]?.length ?? 0 }, (_, i) => i);
    const counts = counters.map((counter) => counter.counts(head, rows));
    const held = counts.filter((one) => one !== null);
    if (held.length < counts.length) {
      throw new Error('The session holds sizes, not text: there is nothing to count.');
    }
    return { counts: held, masked, cut };
  }

  async #push(
    { onProgress, signal }: CountRun,
    counters: readonly TextCounter[],
    entries: readonly Entry[],
    total: number,
  ): Promise<void> {
    const { now, pause } = this.host;
    let end = now() + SLICE_MS;
    for (const entry of entries) {
      for (const counter of counters) counter.push(entry);
      if (now() < end) continue;
      void onProgress(counters[0]?.length ?? 0, total);
      await pause();
      signal.throwIfAborted();
      end = now() + SLICE_MS;
    }
    // What is told last goes another way than the result and must not come after it.
    await onProgress(counters[0]?.length ?? 0, total);
  }

  async #tokenizer(encoding: Encoding): Promise<TextEstimator> {
    const known = this.#loaded.get(encoding);
    if (known) return known;
    const loaded = await this.host.load(encoding);
    this.#loaded.set(encoding, loaded);
    return loaded;
  }

  /** Texts of the prefix, recorded or else attached by the user, and of the recorded summaries. */
  async #head(run: CountRun): Promise<CountedHead> {
    const { recorded, attached } = await this.#get(run, 'prefix', prefixTextSchema);
    const { compactions } = await this.#get(run, 'recorded-compactions', compactionListSchema);
    const prefix = {
      system: recorded.system ?? attached?.system ?? null,
      tools: recorded.tools ?? attached?.tools ?? null,
    };
    return { prefix, compactions };
  }

  async #get<S extends z.ZodType>(
    { job: { origin, session }, signal }: CountRun,
    path: string,
    schema: S,
  ): Promise<z.infer<S>> {
    const url = `${origin}/api/sessions/${encodeURIComponent(session)}/${path}`;
    const response = await this.host.fetch(url, { signal });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return schema.parse(body);
    const envelope = errorEnvelopeSchema.safeParse(body);
    throw new Error(
      envelope.success
        ? envelope.data.error.message
        : `The server answered with status ${response.status}.`,
    );
  }
}
