/**
 * Given prices as a link holds them, in dollars per million tokens: "input:5,output:25" for every model,
 * "gpt-5.4=input:2.5,output:15" for one, several of them with ";" between.
 */
import type { Codec } from '@/lib/engine/base/address';
import {
  LONGEST_MODEL,
  MOST_DOLLARS,
  MOST_MODELS,
  priceNames,
  type GivenPrices,
  type OwnPrices,
  type PriceName,
} from './rates';

/** What a text of given prices must be. */
export const PRICES_FORM = `not a list as in input:5,output:25 of ${priceNames.join(', ')}`;

/** One price: "input:5"; null for anything else. */
function priceOf(text: string): readonly [PriceName, number] | null {
  const [name, value = ''] = text.split(':');
  const known = priceNames.find((one) => one === name);
  const dollars = /^\d{1,7}(\.\d{1,6})?$/.test(value) ? Number(value) : NaN;
  return known === undefined || !(dollars <= MOST_DOLLARS) ? null : [known, dollars];
}

/** "input:5,output:25"; undefined for a text that is none. */
function parseOwn(text: string): OwnPrices | undefined {
  const pairs = text.split(',').map(priceOf);
  return pairs.every((pair) => pair !== null) ? Object.fromEntries(pairs) : undefined;
}

/** Reads given prices; undefined for a text that is none. */
export function parsePrices(text: string): GivenPrices | undefined {
  let all: OwnPrices = {};
  const models = new Map<string, OwnPrices>();
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    const own = parseOwn(part.slice(at + 1));
    const name = unescaped(part.slice(0, Math.max(0, at)));
    if (own === undefined || at === 0 || name.length > LONGEST_MODEL) return undefined;
    if (at < 0) all = { ...all, ...own };
    else models.set(name, { ...models.get(name), ...own });
  }
  if (models.size > MOST_MODELS) return undefined;
  return models.size === 0 ? all : { ...all, models: Object.fromEntries(models) };
}

const ownText = (prices: OwnPrices): string =>
  priceNames
    .filter((name) => prices[name] !== undefined)
    .map((name) => `${name}:${prices[name]}`)
    .join(',');

/** Writes given prices, those for every model first; empty for none. */
export const pricesText = ({ models = {}, ...all }: GivenPrices): string =>
  [
    ownText(all),
    ...Object.entries(models).flatMap(([name, own]) => {
      const text = ownText(own);
      return text === '' ? [] : `${escaped(name)}=${text}`;
    }),
  ]
    .filter((part) => part !== '')
    .join(';');

/** A model's name without the signs that part a text. */
const escaped = (name: string): string => name.replace(/[%;=]/g, encodeURIComponent);
const unescaped = (text: string): string =>
  text.replace(/%25|%3B|%3D/g, (code) => decodeURIComponent(code));

/** Given prices in an address. */
export const pricesCodec: Codec<GivenPrices> = {
  parse: parsePrices,
  format: pricesText,
  fault: PRICES_FORM,
};
