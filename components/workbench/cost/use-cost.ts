import { useMemo } from 'react';
import { costReport } from '@/lib/analysis/cost/cost-report';
import { modelNames } from '@/lib/analysis/cost/model-names';
import { pricesOf, withGiven, type GivenPrices } from '@/lib/analysis/cost/rates';
import type { Prices } from '@/lib/api/contract/workbench/prices-contract';
import { ratesOfModels, usePrices } from '@/lib/api/queries/price-queries';
import { happenedDraft, sameDraft } from '../state/draft';
import { useLateFrame, useOfFrame, useWorkbench } from '../state/use-workbench';

/** Prices of the session's models: the list's, with those that the user gave in their place. */
export function useSessionPrices() {
  const { record } = useWorkbench();
  const given = useOfFrame(({ cost }) => cost.prices);
  const { data: listed, error } = usePrices(record.row.id);
  const prices = useMemo(
    () => (listed === undefined ? null : overruled(listed, given)),
    [listed, given],
  );
  const ratesOf = useMemo(() => (prices === null ? null : ratesOfModels(prices)), [prices]);
  return { listed, prices, ratesOf, error };
}

/** The cost of the frame's replay under the list's prices and those that the user gave. */
export function useCost() {
  const { opening } = useWorkbench();
  const frame = useLateFrame();
  const { replay, step, cost } = frame;
  const { listed, prices, ratesOf, error } = useSessionPrices();
  const { summariser } = cost;
  const priced = useMemo(() => {
    if (ratesOf === null) return null;
    const agent = opening.own?.policy.traits.summariserCache;
    const given = summariser === null ? {} : { summariser };
    return costReport(replay, { ratesOf, agent, ...given });
  }, [ratesOf, replay, summariser, opening]);
  const isWhatIf = !sameDraft(frame, happenedDraft(opening));
  return { replay, step, cost, listed, prices, priced, error, isWhatIf };
}

/** The list's prices with what the user gave in their place. */
const overruled = (listed: Prices, given: GivenPrices): Prices => ({
  ...listed,
  models: listed.models.map((one) => ({
    ...one,
    rates: withGiven(one.rates, pricesOf(given, modelNames(one.model))),
  })),
});
