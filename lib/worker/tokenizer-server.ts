import type * as z from 'zod';
import {
  entryPageSchema,
  errorEnvelopeSchema,
  prefixTextSchema,
  type EntryPage,
} from '@/lib/api/contract/contract';
import { compactionListSchema } from '@/lib/api/contract/workbench/compaction-contract';
import type { Entry } from '@/lib/engine/session/schema';
import { TextCounter, type CountedHead } from '@/lib/engine/tokens/text/text-counts';
import {
  charsEstimator,
  type Encoding,
  type TextEstimator,
} from '@/lib/engine/tokens/text/text-estimators';
import { type TokenizerReply, type TokenizerJob, type TokenizerResult } from './tokenizer-messages';
import { runQueue, type RunMessage } from './run-queue';

/** Environment of the server. */
interface TokenizerHost {
  readonly post: (reply: TokenizerReply) => void;
  /** Yields, so that messages such as a cancellation arrive. */
  readonly pause: () => Promise<void>;
  /** A clock in milliseconds. */
  readonly now: () => number;
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;
  readonly load: (encoding: Encoding) => Promise<TextEstimator>;
}

/** Milliseconds of counting between two checks for messages. */
const SLICE_MS = 30;

type TokenizerTask = TokenizerJob & { readonly run: number };

/** Counts sessions for one page, one after the other; fetches their texts page by page. */
export class TokenizerServer {
  /** Handles a message of the page. */
  readonly receive: (message: RunMessage<TokenizerJob>) => void;
  readonly #host: TokenizerHost;
  readonly #loaded = new Map<Encoding, TextEstimator>();

  constructor(host: TokenizerHost) {
    this.#host = host;
    this.receive = runQueue<TokenizerJob>({
      pause: host.pause,
      work: (request, signal) => this.#run(request, signal),
    });
  }

  async #run(request: TokenizerTask, signal: AbortSignal): Promise<void> {
    const { post } = this.#host;
    const { run } = request;
    try {
      signal.throwIfAborted();
      post({ kind: 'result', run, result: await this.#count(request, signal) });
    } catch (error) {
      if (signal.aborted) post({ kind: 'cancelled', run });
      else post({ kind: 'failed', run, message: messageOf(error) });
    }
  }

  async #count(request: TokenizerTask, signal: AbortSignal): Promise<TokenizerResult> {
    const { run, encoding } = request;
    const tokenizer = await this.#tokenizer(encoding);
    const counters = [charsEstimator, tokenizer].map((estimator) => new TextCounter(estimator));
    const head = await this.#head(request, signal);
    let from: number | null = 0;
    let masked = 0;
    let cut = 0;
    while (from !== null) {
      const path = `entries?from=${from}`;
      const page: EntryPage = await this.#get(request, path, entryPageSchema, signal);
      const progress = (done: number): void =>
        this.#host.post({ kind: 'progress', run, done, total: page.total });
      await this.#push(
        page.entries.map(({ entry }) => entry),
        counters,
        { signal, progress },
      );
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
    entries: readonly Entry[],
    counters: readonly TextCounter[],
    { signal, progress }: { signal: AbortSignal; progress: (done: number) => void },
  ): Promise<void> {
    const { now, pause } = this.#host;
    let end = now() + SLICE_MS;
    for (const entry of entries) {
      for (const counter of counters) counter.push(entry);
      if (now() < end) continue;
      progress(counters[0]?.length ?? 0);
      await pause();
      signal.throwIfAborted();
      end = now() + SLICE_MS;
    }
    progress(counters[0]?.length ?? 0);
  }

  async #tokenizer(encoding: Encoding): Promise<TextEstimator> {
    const known = this.#loaded.get(encoding);
    if (known) return known;
    const loaded = await this.#host.load(encoding);
    this.#loaded.set(encoding, loaded);
    return loaded;
  }

  /** Texts of the prefix, recorded or else attached by the user, and of the recorded summaries. */
  async #head(request: TokenizerTask, signal: AbortSignal): Promise<CountedHead> {
    const { recorded, attached } = await this.#get(request, 'prefix', prefixTextSchema, signal);
    const { compactions } = await this.#get(
      request,
      'recorded-compactions',
      compactionListSchema,
      signal,
    );
    const prefix = {
      system: recorded.system ?? attached?.system ?? null,
      tools: recorded.tools ?? attached?.tools ?? null,
    };
    return { prefix, compactions };
  }

  async #get<S extends z.ZodType>(
    { origin, session }: TokenizerTask,
    path: string,
    schema: S,
    signal: AbortSignal,
  ): Promise<z.infer<S>> {
    const url = `${origin}/api/sessions/${encodeURIComponent(session)}/${path}`;
    const response = await this.#host.fetch(url, { signal });
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

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
