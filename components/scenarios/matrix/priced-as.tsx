'use client';

import { useState } from 'react';
import { PriceFields } from '@/components/tune/heatmap/price-fields';
import { Button } from '@/components/ui/button';
import { isListed, LONGEST_MODEL } from '@/lib/analysis/cost/rates';
import { pricesSentence, type MatrixPrices } from '@/lib/answers/report/outcome/matrix';
import { modelOf, type MatrixView } from './matrix-view';

/** Names the model whose prices the cells have: scenarios have none of their own. */
export function PricedAs(props: {
  readonly view: MatrixView;
  /** null until they are known. */
  readonly prices: MatrixPrices | null;
  readonly onChange: (part: Partial<MatrixView>) => void;
}) {
  const { view, prices, onChange } = props;
  const { model } = view;
  const [open, setOpen] = useState(false);
  return (
    <div
      role="group"
      aria-label="Cost of the cells"
      className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line2 px-4 py-1.5 text-ink2"
    >
      <ModelField key={model ?? ''} model={model} onModel={(next) => onChange({ model: next })} />
      {model === null ? null : (
        <>
          <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {isListed(view.prices) ? 'Prices …' : 'Prices given …'}
          </Button>
          <Button
            size="small"
            variant="quiet"
            onClick={() => onChange({ model: null, prices: {} })}
          >
            No cost
          </Button>
        </>
      )}
      {prices === null ? null : (
        <p data-priced="" className="min-w-0 text-sm wrap-anywhere">
          {pricesSentence(prices)}
        </p>
      )}
      {open && model !== null ? (
        <PriceFields
          prices={view.prices}
          models={[model]}
          onPrices={(given) => onChange({ prices: given })}
        />
      ) : null}
    </div>
  );
}

/** Enter or leaving it takes the model. */
function ModelField(props: {
  readonly model: string | null;
  readonly onModel: (model: string | null) => void;
}) {
  const [text, setText] = useState(props.model ?? '');
  const take = (): void => {
    const next = modelOf(text);
    if (next !== props.model) props.onModel(next);
  };
  return (
    <label className="flex items-center gap-1.5">
      cost, priced as
      <input
        value={text}
        maxLength={LONGEST_MODEL}
        spellCheck={false}
        placeholder="a model: claude-opus-4-8"
        className="h-7 w-56 rounded-md border bg-panel px-1.5 text-ink placeholder:text-ink3"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
        }}
      />
    </label>
  );
}
