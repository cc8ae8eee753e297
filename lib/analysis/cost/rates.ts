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

/** Prices that a user gave, in dollars per million tokens. */
export type OwnPrices = { readonly [name in PriceName]?: number | undefined };

/**
 * Prices that a user gave for every model, and for single ones by name. They overrule a list, and those
 * of a model overrule those for all.
 */
export interface GivenPrices extends OwnPrices {
  readonly models?: Readonly<Record<string, OwnPrices>> | undefined;
}

/** Most models that have prices of their own, and the longest name of one. */
export const MOST_MODELS = 50;
export const LONGEST_MODEL = 200;

/** The prices given for a model that goes by some names; the first name that has prices counts. */
export function pricesOf(
  { models = {}, ...all }: GivenPrices,
  names: readonly string[],
): OwnPrices {
  const name = names.find((one) => Object.hasOwn(models, one));
  return name === undefined ? all : { ...all, ...models[name] };
}

/**
 * Given prices with one more, of every model (null) or of one that goes by some names; undefined: that
 * of the list.
 */
export function withPrice(
  { models = {}, ...all }: GivenPrices,
  names: readonly string[] | null,
  own: OwnPrices,
): GivenPrices {
  const old = names === null ? all : pricesOf({ models }, names);
  const next = Object.fromEntries(
    Object.entries({ ...old, ...own }).filter(([, dollars]) => dollars !== undefined),
  );
  if (names === null) return Object.keys(models).length === 0 ? next : { ...next, models };
  const model = names.find((name) => Object.hasOwn(models, name)) ?? names[0] ?? '';
  const { [model]: _, ...others } = models;
  const rest = Object.keys(next).length === 0 ? others : { ...others, [model]: next };
  return Object.keys(rest).length === 0 ? all : { ...all, models: rest };
}

/** Nothing was given. */
export const isListed = ({ models = {}, ...all }: GivenPrices): boolean =>
  Object.keys(all).length === 0 && Object.keys(models).length === 0;

/** More dollars than this for a million tokens is an error. */
export const MOST_DOLLARS = 1_000_000;

/** Rates with the prices that a user gave; null where neither they nor a list say input and output. */
export function withGiven(rates: Rates | null, given: OwnPrices): Rates | null {
  const { input, output } = given;
  if (rates === null && (input === undefined || output === undefined)) return null;
  const none = { cacheRead: null, cacheWrite: null, cacheWriteHour: null };
  const listed = rates ?? { ...none, input: flat(input ?? 0), output: flat(output ?? 0) };
  const own = priceNames.flatMap((name) => {
    const dollars = given[name];
    return dollars === undefined ? [] : [[name, flat(dollars)] as const];
  });
  return { ...listed, ...Object.fromEntries(own) };
}

/** A flat price. */
export const flat = (base: number): Price => ({ base, tiers: [] });
