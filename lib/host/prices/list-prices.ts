import { calcPrice } from '@pydantic/genai-prices';
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
 * Names under which the list may know a model: its own; without a router's or a cloud's prefix and a
 * version suffix ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "openrouter/openai/gpt-5.4",
 * "claude-opus-4-5@20251101"); with a dash for a dot in Claude's versions ("claude-opus-4.5").
 */
export function listNames(model: string): readonly string[] {
  const bare = (model.split('/').at(-1) ?? model)
    .replace(/^(?:[a-z]{2,6}\.)?anthropic\./, '')
    .replace(/(?:-v\d+)?:\d+$/, '')
    .replace(/:[a-z]+$/, '');
  const dashed = bare.startsWith('claude') ? bare.replace(/(\d)\.(\d)/, '$1-$2') : bare;
  return [...new Set([model, bare, dashed])].filter((name) => name !== '');
}

/**
 * Looks a model up in the price list that ships with `@pydantic/genai-prices` (never its updater: no
 * request leaves). `at` picks the prices of that day. null: the list has no such model.
 */
export function listedRates(model: string, at: Date): ListedRates | null {
  for (const name of listNames(model)) {
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
