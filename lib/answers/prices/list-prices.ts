import { calcPrice } from '@pydantic/genai-prices';
import { modelNames } from '@/lib/analysis/cost/model-names';
import type { Price, Rates } from '@/lib/analysis/cost/rates';

/** Rates of a model on a day, and the entry of the list that they are of. */
export interface ListedRates {
  readonly rates: Rates;
  /** The list's names: "anthropic", "claude-opus-4-8". */
  readonly provider: string;
  readonly model: string;
}

type Listed = number | { readonly base: number; readonly tiers: readonly Tier[] } | undefined;
interface Tier {
  readonly start: number;
  readonly price: number;
}

function priceOf(listed: Listed): Price | null {
  if (listed === undefined) return null;
  if (typeof listed === 'number') return { base: listed, tiers: [] };
  const tiers = [...listed.tiers].sort((a, b) => a.start - b.start);
  return {
    base: listed.base,
    tiers: tiers.map(({ start, price }) => ({ above: start, price })),
  };
}

/**
 * Looks a model up in the price list that ships with `@pydantic/genai-prices` (never its updater: no
 * request leaves). `at` picks the prices of that day. null: the list has no such model.
 */
export function listedRates(model: string, at: Date): ListedRates | null {
  for (const name of modelNames(model)) {
    const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, name, { timestamp: at });
    if (found === null) continue;
    const price = (key: string): Price | null => priceOf(found.model_price[key]);
    const [input, output] = [price('input_mtok'), price('output_mtok')];
    if (input === null || output === null) continue;
    const rates: Rates = {
      input,
      cacheRead: price('cache_read_mtok'),
      cacheWrite: price('cache_write_mtok'),
      cacheWriteHour: price('cache_write_1h_mtok'),
      output,
    };
    return { rates, provider: found.provider.id, model: found.model.id };
  }
  return null;
}
