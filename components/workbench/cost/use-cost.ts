import { useMemo } from 'react';
import { costReport } from '@/lib/analysis/cost/cost-report';
import { withGiven, type GivenPrices, type Rates } from '@/lib/analysis/cost/rates';
import type { Prices } from '@/lib/host/api/contract/workbench/cost-contract';
import { usePrices } from '@/lib/host/api/queries/price-queries';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** The cost of the frame's replay under the list's prices and those that the user gave. */
export function useCost() {
  const { record, opening } = useWorkbench();
  const { replay, step, cost } = useLateFrame();
  const { data: listed, error } = usePrices(record.row.id);
  const prices = useMemo(
    () => (listed === undefined ? null : overruled(listed, cost.prices)),
    [listed, cost.prices],
  );
  const priced = useMemo(() => {
    if (prices === null) return null;
    const rates = new Map(prices.models.map((one) => [one.model, one.rates]));
    const ratesOf = (model: string | null): Rates | null =>
      model === null ? null : (rates.get(model) ?? null);
    const { summariser } = cost;
    const agent = opening.own?.policy.traits.summariserCache;
    const given = summariser === null ? {} : { summariser };
    return costReport(replay, { ratesOf, agent, ...given });
  }, [prices, replay, cost, opening]);
  return { replay, step, cost, listed, prices, priced, error };
}

/** The list's prices with what the user gave in their place. */
const overruled = (listed: Prices, given: GivenPrices): Prices => ({
  ...listed,
  models: listed.models.map((one) => ({ ...one, rates: withGiven(one.rates, given) })),
});
