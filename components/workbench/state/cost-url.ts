import { parsePrices, PRICES_FORM, pricesText } from '@/lib/analysis/cost/price-text';
import { isListed, type GivenPrices } from '@/lib/analysis/cost/rates';
import { summariserCaches, type SummariserCache } from '@/lib/engine/policy/policy';

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

/** The cost view that a link names; `leftOut` is called with each bad value's name and fault. */
export function readCost(
  params: URLSearchParams,
  leftOut: (key: string, why: string) => void,
): CostView {
  const text = params.get('prices');
  const prices = text === null ? {} : parsePrices(text);
  if (prices === undefined) leftOut('prices', PRICES_FORM);
  const named = params.get('summariserCache');
  const summariser = summariserCaches.find((one) => one === named) ?? null;
  if (named !== null && summariser === null) {
    leftOut('summariserCache', `not one of ${summariserCaches.join(', ')}`);
  }
  return { prices: prices ?? {}, summariser };
}

/** Adds a cost view to a link; what is the default is left out. */
export function writeCost({ prices, summariser }: CostView, params: URLSearchParams): void {
  const given = pricesText(prices);
  if (given !== '') params.set('prices', given);
  if (summariser !== null) params.set('summariserCache', summariser);
}

/** True if a link leaves the cost out. */
export const isDefaultCost = ({ prices, summariser }: CostView): boolean =>
  summariser === null && isListed(prices);
