import type { Replay } from '@/lib/engine/replay/replay';
import { floatAt } from '@/lib/engine/base/read';
import { breakEven } from './break-even';
import type { CacheSettings } from './cache-evidence';
import { callCost, predictedTokens } from './call-cost';
import type { Rates } from './rates';
import { summaryTokens, uncached } from './replay-cost';

/** Dollars of a prompt of which the provider's cache holds nothing; the response is not in it. */
export const coldPrompt = (tokens: number, rates: Rates, cache: CacheSettings): number =>
  callCost(predictedTokens(tokens, 0, 0, { ...cache, rates }), rates).total;

/**
 * Dollars of the summariser's calls for a compaction at a step, its cache cold. `factor`: tokens of the model
 * for one of the replay's.
 */
export function coldCompaction(
  run: Replay,
  step: number,
  before: number,
  { rates, cache, factor }: { rates: Rates; cache: CacheSettings; factor: number },
): number {
  const { columns, policy, session } = run;
  const after = factor * floatAt(columns.real, step);
  const summary = Math.round(factor * summaryTokens(run, step));
  const prefix = Math.min(after, Math.round(factor * session.projection.prefix));
  const how = policy.traits.summariserCache ?? 'unshared';
  const given = how === 'shared' ? before : Math.max(0, before - (after - summary));
  const tokens = { before, after, prefix, given, instruction: 0, summary, cold: true };
  const priced = cache.used ? rates : uncached(rates);
  const calls = columns.attempts[step] ?? 0;
  return calls * breakEven({ ...tokens, hour: cache.hour }, how, priced).summariser;
}
