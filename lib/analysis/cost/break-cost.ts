import { cacheBreaks } from '@/lib/analysis/explain/recording/cache-breaks';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { callCost, type ChargedTokens } from './call-cost';
import { modelAt, recordedTokens, type RatesOf } from './recorded-bill';

/** What the breaks of a recording’s cache were charged above a warm cache. */
export interface BreakCost {
  /** Ascending; tokens that they sent uncached; dollars, of the steps whose prices are known. */
  readonly steps: readonly number[];
  readonly tokens: number;
  readonly dollars: number;
  /** Of each step, in the order of `steps`; null where its price or its usage is not known. */
  readonly each: readonly (number | null)[];
}

/**
 * Adds up the breaks: the recorded bill of their steps, less the same bill with what the step before had
 * cached read instead of sent. The bill less these dollars is what a warm cache would have come to. Null
 * without a break.
 */
export function breakCost(session: Replayable, ratesOf: RatesOf): BreakCost | null {
  const { profile, countedFrom = 0 } = session;
  const breaks = cacheBreaks(profile).filter(({ step }) => step >= countedFrom);
  if (breaks.length === 0) return null;
  const each = breaks.map(({ step, before, read }) => {
    const [charged, rates] = [recordedTokens(session, step), ratesOf(modelAt(profile, step))];
    if (charged === null || rates === null) return null;
    return callCost(charged, rates).total - callCost(warm(charged, before - read), rates).total;
  });
  return {
    steps: breaks.map(({ step }) => step),
    tokens: breaks.reduce((sum, { unread }) => sum + unread, 0),
    dollars: each.reduce<number>((sum, one) => sum + (one ?? 0), 0),
    each,
  };
}

/** The same call with so many more tokens read: what stands first in a prompt is written, for the longest. */
function warm(charged: ChargedTokens, lost: number): ChargedTokens {
  const left = { ...charged };
  let more = lost;
  for (const name of ['cacheWriteHour', 'cacheWrite', 'input'] as const) {
    const moved = Math.min(more, left[name]);
    left[name] -= moved;
    left.cacheRead += moved;
    more -= moved;
  }
  return left;
}
