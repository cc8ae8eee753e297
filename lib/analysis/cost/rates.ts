/** What a provider charges for a model, as numbers: given to the core, never looked up by it. */

/** A price in dollars per million tokens; above a tier's border the whole request costs its price. */
export interface Price {
  readonly base: number;
  /** Ascending. A request of more than `above` prompt tokens costs `price` for every token. */
  readonly tiers: readonly { readonly above: number; readonly price: number }[];
}

/** Kinds of tokens that have a price of their own. */
export const priceNames = ['input', 'cacheRead', 'cacheWrite', 'cacheWriteHour', 'output'] as const;
export type PriceName = (typeof priceNames)[number];

/**
 * Prices of a model on a day. null: the list has none. Reads then cost as input, and so do writes: a
 * provider without a price for writes caches by itself and charges nothing more.
 */
export interface Rates extends Readonly<
  Record<Exclude<PriceName, 'input' | 'output'>, Price | null>
> {
  readonly input: Price;
  readonly output: Price;
}

/** The price of a token in a request of `prompt` tokens, in dollars per million. */
export function priceAt({ base, tiers }: Price, prompt: number): number {
  let price = base;
  for (const tier of tiers) if (prompt > tier.above) price = tier.price;
  return price;
}

/** The borders above which a request costs more, ascending; empty for a flat price. */
export function tierBorders(rates: Rates): readonly number[] {
  const borders = priceNames.flatMap((name) => rates[name]?.tiers.map(({ above }) => above) ?? []);
  return [...new Set(borders)].sort((a, b) => a - b);
}

/** A flat price. */
export const flat = (base: number): Price => ({ base, tiers: [] });
