import { cacheBreaks } from '@/lib/analysis/explain/recording/cache-breaks';
import { intAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import { ratesAt } from './call-cost';
import { modelAt, type RatesOf } from './recorded-bill';

/** What the breaks of a recording’s cache were charged above a warm cache. */
export interface BreakCost {
  /** Ascending; tokens that they sent uncached; dollars, of the steps whose prices are known. */
  readonly steps: readonly number[];
  readonly tokens: number;
  readonly dollars: number;
}

/** Adds up the breaks: what the step before had cached would have been read. Null without a break. */
export function breakCost(profile: Profile, ratesOf: RatesOf): BreakCost | null {
  const breaks = cacheBreaks(profile);
  if (breaks.length === 0) return null;
  let [tokens, dollars] = [0, 0];
  for (const { step, before, read, unread } of breaks) {
    tokens += unread;
    const rates = ratesOf(modelAt(profile, step));
    if (rates === null) continue;
    const at = ratesAt(rates, intAt(profile.steps.real, step));
    const hour = intAt(profile.steps.cacheWriteHour, step) > 0;
    const written = intAt(profile.steps.cacheWrite, step) > 0;
    const charged = written ? (hour ? at.cacheWriteHour : at.cacheWrite) : at.input;
    dollars += (before - read) * (charged - at.cacheRead);
  }
  return { steps: breaks.map(({ step }) => step), tokens, dollars };
}
