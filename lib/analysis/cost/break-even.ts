import type { SummariserCache } from '@/lib/engine/policy/policy';
import { ratesAt } from './call-cost';
import type { Rates } from './rates';

/** A compaction in real tokens. */
export interface CompactionTokens {
  /** The request without it, and with it. */
  readonly before: number;
  readonly after: number;
  /** System prompt and tool definitions, which stay in front. */
  readonly prefix: number;
  /** What the summariser is given of the agent's request, and its own instruction beside it. */
  readonly given: number;
  readonly instruction: number;
  readonly summary: number;
  /** The gap before the request was longer than the cache lives: nothing could be read. */
  readonly cold: boolean;
  /** Writes are kept, and charged, for an hour. */
  readonly hour: boolean;
}

/** What a compaction costs and saves, in dollars. */
export interface BreakEven {
  readonly summariser: number;
  /** What the request costs more than it would have; below 0 where the cache was cold. */
  readonly rewrite: number;
  /** What each later request costs less. */
  readonly saving: number;
  /**
   * Later requests after which it has paid for itself: (summariser + rewrite) / saving; 0 where it
   * saves at once, null where it saves nothing.
   */
  readonly steps: number | null;
}

/**
 * Prices one compaction. A warm cache: prefix read, the rest after it written, while without it all of
 * the request would have been read. A cold cache: either request is written whole.
 */
export function breakEven(
  tokens: CompactionTokens,
  cache: SummariserCache,
  rates: Rates,
): BreakEven {
  const { before, after, prefix, given, instruction, summary, cold } = tokens;
  const write = tokens.hour ? 'cacheWriteHour' : 'cacheWrite';
  const call = ratesAt(rates, given + instruction);
  const of = cache === 'shared' && !cold ? call.cacheRead : call.input;
  const paid = cache === 'written' || (cache === 'shared' && cold) ? call[write] : of;
  const summariser = given * paid + instruction * call.input + summary * call.output;
  const [kept, larger] = [ratesAt(rates, after), ratesAt(rates, before)];
  const rewritten = Math.max(0, after - prefix);
  const rewrite = cold
    ? after * kept[write] - before * larger[write]
    : rewritten * (kept[write] - kept.cacheRead);
  const saving = before * larger.cacheRead - after * kept.cacheRead;
  const cost = summariser + rewrite;
  const steps = saving <= 0 ? (cost <= 0 ? 0 : null) : Math.max(0, cost / saving);
  return { summariser, rewrite, saving, steps };
}
