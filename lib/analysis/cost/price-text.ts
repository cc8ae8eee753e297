/** Given prices as a link holds them: "input:5,output:25", in dollars per million tokens. */
import { MOST_DOLLARS, priceNames, type GivenPrices, type PriceName } from './rates';

/** What a text of given prices must be. */
export const PRICES_FORM = `not a list as in input:5,output:25 of ${priceNames.join(', ')}`;

/** One price: "input:5"; null for anything else. */
function priceOf(text: string): readonly [PriceName, number] | null {
  const [name, value = ''] = text.split(':');
  const known = priceNames.find((one) => one === name);
  const dollars = /^\d{1,7}(\.\d{1,6})?$/.test(value) ? Number(value) : NaN;
  return known === undefined || !(dollars <= MOST_DOLLARS) ? null : [known, dollars];
}

/** Reads given prices; undefined for a text that is none. */
export function parsePrices(text: string): GivenPrices | undefined {
  const pairs = text.split(',').map(priceOf);
  return pairs.every((pair) => pair !== null) ? Object.fromEntries(pairs) : undefined;
}

/** Writes given prices; empty for none. */
export const pricesText = (prices: GivenPrices): string =>
  priceNames
    .filter((name) => prices[name] !== undefined)
    .map((name) => `${name}:${prices[name]}`)
    .join(',');
