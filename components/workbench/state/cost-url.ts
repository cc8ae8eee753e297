import { pricesCodec } from '@/lib/analysis/cost/price-text';
import { isListed, type GivenPrices } from '@/lib/analysis/cost/rates';
import { group, oneOf, optional, single } from '@/lib/engine/base/address';
import { summariserCaches, type SummariserCache } from '@/lib/engine/policy/policy';

/** What the user says of a session's cost: prices that overrule the list, and the summariser's cache. */
export interface CostView {
  readonly prices: GivenPrices;
  /** null: as the policy declares it. */
  readonly summariser: SummariserCache | null;
}

/** Nothing said. */
export const defaultCost: CostView = { prices: {}, summariser: null };

/** What is assumed of the cost, in a link. */
export const costParameters = group<CostView>({
  prices: single('prices', pricesCodec, defaultCost.prices),
  summariser: optional('summariserCache', oneOf(summariserCaches)),
});

/** True if a link leaves the cost out. */
export const isDefaultCost = ({ prices, summariser }: CostView): boolean =>
  summariser === null && isListed(prices);
