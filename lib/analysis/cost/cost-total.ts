import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { mark } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { addedDollars } from './added-calls';
import { agentCache } from './agent-cache';
import { cacheEvidence } from './cache-evidence';
import { cachedPrompts } from './cache-model';
import { ratesAt } from './call-cost';
import { tierBorders, type Rates } from './rates';
import { modelAt, type RatesOf } from './recorded-bill';
import { compactionCost, type CostSettings } from './replay-cost';
import { sizedOutputs } from './sized-output';

/**
 * Dollars of a whole replay: the total of `replayCost` and nothing besides, for sweeps and comparisons.
 * The cache is used as the recording shows it, the summariser as the policy declares it, or the agent's own. NaN where a
 * step's model has no price: a part of a session is no session.
 */
export function costTotal(replay: Replay, ratesOf: RatesOf): number {
  const { columns, marks, policy, session } = replay;
  const { profile } = session;
  const { steps, stepCount } = profile;
  const cache = cacheEvidence(profile);
  const prompts = cachedPrompts(replay, cache);
  const { traits } = policy;
  const declared = traits.recording === true ? agentCache(profile) : traits.summariserCache;
  const summariser = declared ?? 'unshared';
  const settings: CostSettings = { ratesOf, cache, summariser };
  const outputs = sizedOutputs(session).tokens;
  const known = new Map<number, ModelRates>();
  let total = 0;
  for (let step = session.countedFrom ?? 0; step < stepCount; step++) {
    const index = intAt(steps.model, step);
    let model = known.get(index);
    if (model === undefined) {
      const rates = ratesOf(modelAt(profile, step));
      if (rates === null) return NaN;
      known.set(index, (model = new ModelRates(rates)));
    }
    if ((byteAt(marks, step) & mark.overflow) === 0) {
      const prompt = floatAt(columns.real, step);
      const read = Math.min(prompt, floatAt(prompts.read, step));
      const at = model.at(prompt);
      const writes = cache.used && model.rates.cacheWrite !== null;
      const rest = !writes ? at.input : cache.hour ? at.cacheWriteHour : at.cacheWrite;
      const output = Math.max(0, intAt(outputs, step));
      total += read * at.cacheRead + (prompt - read) * rest + output * at.output;
    }
    total += addedDollars(replay, step, model.rates, cache);
    if (byteAt(columns.compacted, step) === 0) continue;
    const one = compactionCost(replay, step, { settings, rates: model.rates, prompts });
    total += one?.summariser ?? 0;
  }
  return total;
}

/** A model's prices per token, worked out once for each of its tiers. */
class ModelRates {
  readonly #borders: readonly number[];
  readonly #tiers: readonly ReturnType<typeof ratesAt>[];

  constructor(readonly rates: Rates) {
    this.#borders = tierBorders(rates);
    this.#tiers = [0, ...this.#borders.map((border) => border + 1)].map((prompt) =>
      ratesAt(rates, prompt),
    );
  }

  /** Prices of a request of so many tokens. */
  at(prompt: number): ReturnType<typeof ratesAt> {
    let tier = 0;
    while (prompt > (this.#borders[tier] ?? Infinity)) tier++;
    return this.#tiers[tier] ?? ratesAt(this.rates, prompt);
  }
}
