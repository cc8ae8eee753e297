import { formatPrice } from '@/lib/engine/base/format';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/filter-select';
import { NumberField } from '@/components/ui/numbers/number-field';
import { priceLabels } from '@/lib/analysis/cost/cost-words';
import {
  isListed,
  MOST_DOLLARS,
  priceNames,
  pricesOf,
  withPrice,
  type GivenPrices,
} from '@/lib/analysis/cost/rates';

/** Prices that overrule the list, for every model or for one; an empty one is the list's. */
export function PriceFields(props: {
  readonly prices: GivenPrices;
  readonly models: readonly string[];
  readonly onPrices: (prices: GivenPrices) => void;
}) {
  const { prices, models, onPrices } = props;
  const [model, setModel] = useState('');
  const own = pricesOf(prices, model === '' ? [] : [model]);
  const named = [...new Set([...models, ...Object.keys(prices.models ?? {})])].sort();
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1">
      <FilterSelect
        label="dollars per million tokens, for"
        value={model}
        any="every model"
        onChange={setModel}
        options={named.map((name) => [name, name] as const)}
      />
      {priceNames.map((name) => (
        <span key={name} className="flex items-center gap-1">
          {priceLabels[name]}
          <span className="w-20">
            <NumberField
              label={`Price of ${priceLabels[name]}`}
              value={own[name] ?? 0}
              format={(value) => (own[name] === undefined ? 'list' : formatPrice(value))}
              min={0}
              max={MOST_DOLLARS}
              step={0.05}
              onCommit={(value) =>
                onPrices(withPrice(prices, model === '' ? null : [model], { [name]: value }))
              }
            />
          </span>
        </span>
      ))}
      {isListed(prices) ? null : (
        <Button size="small" variant="quiet" onClick={() => onPrices({})}>
          Use the list’s prices
        </Button>
      )}
    </div>
  );
}
