import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/filter-select';
import { ForeignText } from '@/components/ui/text/foreign-text';
import type { CostReport } from '@/lib/analysis/cost/cost-report';
import { tierWords } from '@/lib/analysis/cost/cost-words';
import type { Prices } from '@/lib/api/contract/workbench/prices-contract';
import { summariserCaches, type SummariserCache } from '@/lib/engine/policy/policy';
import { isDefaultCost, defaultCost, type CostView } from '../state/cost-url';
import { useWorkbench } from '../state/use-workbench';
import { PriceFields } from './price-fields';

const cacheTexts: Readonly<Record<SummariserCache, string>> = {
  shared: 'read with the agent’s prefix',
  unshared: 'fresh input',
  written: 'written to the cache',
};

/** The prices in use, each with its source; a given one overrules the list. */
export function PricesPart(props: {
  readonly listed: Prices;
  readonly prices: Prices;
  readonly cost: CostView;
  readonly report: CostReport;
}) {
  const { listed, prices, cost, report } = props;
  const { store } = useWorkbench();
  return (
    <div data-cost="prices">
      <h3 className="text-xs font-semibold text-ink3">Prices per million tokens</h3>
      <p className="mt-1 max-w-[80ch] text-sm text-ink2">
        {listed.list}, of {listed.day}
        {listed.recorded ? ', the day the session began' : ': the recording names no day'}.
      </p>
      <ul className="mt-1 text-sm text-ink2">
        {prices.models.map(({ model, entry, rates }) => (
          <li key={model}>
            <ForeignText text={model} />
            {entry === null ? ': not in the list' : `: ${entry}`}
            {rates === null ? '; nothing of it is charged.' : ''}
            {rates === null ? null : <span className="block text-ink3">{tierWords(rates)}</span>}
          </li>
        ))}
      </ul>
      <PriceFields
        listed={listed.models}
        given={cost.prices}
        onPrices={(change) => store.changeCost({ prices: change(store.frame().cost.prices) })}
      />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <FilterSelect
          label="Summariser’s prompt"
          value={cost.summariser ?? ''}
          any={`as declared: ${cacheTexts[report.summariser.cache]}`}
          onChange={(value) =>
            store.changeCost({
              summariser: summariserCaches.find((one) => one === value) ?? null,
            })
          }
          options={summariserCaches.map((one) => [one, cacheTexts[one]] as const)}
        />
        {isDefaultCost(cost) ? null : (
          <Button variant="quiet" size="small" onClick={() => store.changeCost(defaultCost)}>
            Use the list’s prices
          </Button>
        )}
      </div>
    </div>
  );
}
