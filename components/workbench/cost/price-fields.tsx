import { formatPrice } from '@/lib/engine/base/format';
import { useState } from 'react';
import { FilterSelect } from '@/components/ui/filter-select';
import { NumberField } from '@/components/ui/numbers/number-field';
import { priceLabels } from '@/lib/analysis/cost/cost-words';
import { modelNames } from '@/lib/analysis/cost/model-names';
import {
  MOST_DOLLARS,
  priceNames,
  pricesOf,
  withGiven,
  withPrice,
  type GivenPrices,
} from '@/lib/analysis/cost/rates';
import type { Prices } from '@/lib/api/contract/workbench/prices-contract';

/** Gives prices in place of the list's: of every model, or of one where the session has several. */
export function PriceFields(props: {
  /** The session's models with the list's prices. */
  readonly listed: Prices['models'];
  readonly given: GivenPrices;
  /** Changes the prices that are in force then: what is shown may be older. */
  readonly onPrices: (change: (given: GivenPrices) => GivenPrices) => void;
}) {
  const { listed, given, onPrices } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const { models = {}, ...all } = given;
  const [first] = listed;
  // The only model's own prices overrule those for all: they are what is shown and changed.
  const only = listed.length === 1 ? modelNames(first?.model ?? '') : [];
  const isOwn = only.some((name) => Object.hasOwn(models, name));
  const names = chosen !== null ? modelNames(chosen) : isOwn ? only : null;
  const own = names === null ? all : pricesOf(given, names);
  const of =
    listed.find(({ model }) => model === chosen) ??
    listed.find(({ rates }) => rates !== null) ??
    first;
  const shown = withGiven(of?.rates ?? null, own);
  return (
    <>
      {listed.length > 1 ? (
        <div className="mt-2">
          <FilterSelect
            label="Prices of"
            value={chosen ?? ''}
            any="every model"
            onChange={(model) => setChosen(model === '' ? null : model)}
            options={listed.map(({ model }) => [model, model] as const)}
          />
        </div>
      ) : null}
      <div className="mt-2 grid max-w-sm grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-3">
        {priceNames.map((name) => (
          <PriceField
            key={name}
            label={priceLabels[name]}
            price={shown?.[name]?.base ?? null}
            given={own[name] !== undefined}
            onPrice={(dollars) =>
              onPrices((latest) => withPrice(latest, names, { [name]: dollars }))
            }
          />
        ))}
      </div>
    </>
  );
}

const PriceField = (props: {
  readonly label: string;
  /** null: the list has none. */
  readonly price: number | null;
  readonly given: boolean;
  readonly onPrice: (dollars: number) => void;
}) => {
  const { label, price, given, onPrice } = props;
  return (
    <div className="contents">
      <span className={given ? 'text-accent' : 'text-ink2'}>
        {label}
        {given ? ', given' : price === null ? ', no price: as input' : ''}
      </span>
      <NumberField
        label={`Price of ${label}, dollars per million tokens`}
        value={price ?? 0}
        format={formatPrice}
        min={0}
        max={MOST_DOLLARS}
        step={0.05}
        onCommit={onPrice}
      />
    </div>
  );
};
