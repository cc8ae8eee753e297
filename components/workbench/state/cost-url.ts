import {
  MOST_DOLLARS,
  priceNames,
  type GivenPrices,
  type PriceName,
} from '@/lib/analysis/cost/rates';
import { summariserCaches, type SummariserCache } from '@/lib/policies/contract/policy';

/** What the user says of a session's cost: prices that overrule the list, and the summariser's cache. */
export interface CostView {
  readonly prices: GivenPrices;
  /** null: as the policy declares it. */
  readonly summariser: SummariserCache | null;
}

/** Nothing said. */
export const defaultCost: CostView = { prices: {}, summariser: null };

/** Names of a link that say what is assumed of the cost. */
export const COST_KEYS = ['prices', 'summariserCache'] as const;

/** A price of a link: "input:5"; null for anything else. */
function priceOf(text: string): readonly [PriceName, number] | null {
  const [name, value = ''] = text.split(':');
  const known = priceNames.find((one) => one === name);
  const dollars = /^\d{1,7}(\.\d{1,6})?$/.test(value) ? Number(value) : NaN;
  return known === undefined || !(dollars <= MOST_DOLLARS) ? null : [known, dollars];
}

/** The cost view that a link names; `leftOut` is called with each bad value's name and fault. */
export function readCost(
  params: URLSearchParams,
  leftOut: (key: string, why: string) => void,
): CostView {
  const text = params.get('prices');
  const pairs = text === null ? [] : text.split(',').map(priceOf);
  const fits = pairs.every((pair) => pair !== null);
  if (!fits) leftOut('prices', `not a list as in input:5,output:25 of ${priceNames.join(', ')}`);
  const named = params.get('summariserCache');
  const summariser = summariserCaches.find((one) => one === named) ?? null;
  if (named !== null && summariser === null) {
    leftOut('summariserCache', `not one of ${summariserCaches.join(', ')}`);
  }
  return { prices: fits ? Object.fromEntries(pairs) : {}, summariser };
}

/** Adds a cost view to a link; what is the default is left out. */
export function writeCost({ prices, summariser }: CostView, params: URLSearchParams): void {
  const given = priceNames.filter((name) => prices[name] !== undefined);
  if (given.length > 0) {
    params.set('prices', given.map((name) => `${name}:${prices[name]}`).join(','));
  }
  if (summariser !== null) params.set('summariserCache', summariser);
}

/** True if a link leaves the cost out. */
export const isDefaultCost = ({ prices, summariser }: CostView): boolean =>
  summariser === null && Object.keys(prices).length === 0;
