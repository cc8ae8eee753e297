/** What a session's next request costs, and for how long the provider's cache still answers it. */
import { floatAt, intAt } from '@/lib/engine/base/read';
import { median } from '@/lib/engine/base/stats';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { CacheSettings } from '@/lib/analysis/cost/cache-evidence';
import { LEAST_CACHED } from '@/lib/analysis/cost/cache-model';
import { callCost, predictedTokens } from '@/lib/analysis/cost/call-cost';
import type { Rates } from '@/lib/analysis/cost/rates';

/** Older requests say nothing of the next one. */
const LOOKED_BACK = 200;

/**
 * Milliseconds for which the cache keeps the last request; negative: since when it is gone. null where the
 * agent uses none, or the step has no time.
 */
export function cacheLeft(profile: Profile, cache: CacheSettings, now: number): number | null {
  const last = floatAt(profile.steps.time, profile.stepCount - 1);
  return !cache.used || Number.isNaN(last) ? null : last + cache.lifetime - now;
}

/**
 * Dollars of the next request: the last one's prompt, read from the cache while that is warm, what the
 * session grows by in the median, and its median output. null where nobody counted them.
 */
export function nextRequestDollars(
  { steps, stepCount }: Profile,
  rates: Rates,
  cache: CacheSettings & { readonly isWarm: boolean },
): number | null {
  const last = intAt(steps.real, stepCount - 1);
  if (last < 0) return null;
  const grown: number[] = [];
  const outputs: number[] = [];
  for (let step = Math.max(1, stepCount - LOOKED_BACK); step < stepCount; step++) {
    const [before, real, output] = [
      intAt(steps.real, step - 1),
      intAt(steps.real, step),
      intAt(steps.output, step),
    ];
    if (before >= 0 && real >= before) grown.push(real - before);
    if (output >= 0) outputs.push(output);
  }
  const growth = grown.length === 0 ? 0 : Math.round(median(grown));
  const output = outputs.length === 0 ? 0 : Math.round(median(outputs));
  const read = cache.used && cache.isWarm && last >= LEAST_CACHED ? last : 0;
  const { used, hour } = cache;
  return callCost(predictedTokens(last + growth, read, output, { used, hour, rates }), rates).total;
}
