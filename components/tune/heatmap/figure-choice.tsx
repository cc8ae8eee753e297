'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { NumberField } from '@/components/ui/numbers/number-field';
import { priceLabels } from '@/lib/analysis/cost/cost-words';
import { MOST_DOLLARS, priceNames, type GivenPrices } from '@/lib/analysis/cost/rates';
import { counted, formatInteger } from '@/lib/base/format';
import { figureOf } from '@/lib/tuning/figures/figure';
import { figureIds } from '@/lib/tuning/figures/figure-ids';
import { figureSeconds } from '@/lib/tuning/sweep/sweep-cost';
import type { TuneView } from '../state/tune-view';
import type { ShownFigure } from '../state/use-figures';

/** Chooses what the cells are coloured by, and says of how many sessions it is known. */
export function FigureChoice(props: {
  readonly view: Pick<TuneView, 'figure' | 'prices'>;
  readonly shown: ShownFigure | null;
  /** Cells that would be computed, and the steps of each session. */
  readonly cells: number;
  readonly steps: readonly number[];
  readonly onChange: (part: Partial<TuneView>) => void;
}) {
  const { view, shown, cells, steps, onChange } = props;
  const [open, setOpen] = useState(false);
  const seconds = cells * steps.reduce((sum, own) => sum + figureSeconds(own), 0);
  return (
    <div
      role="group"
      aria-label="Colour of the cells"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1 text-sm text-ink2"
    >
      <label className="flex items-center gap-1">
        colour
        <select
          value={view.figure ?? ''}
          className="h-6 rounded border border-line bg-panel text-ink"
          onChange={({ currentTarget }) =>
            onChange({ figure: figureIds.find((id) => id === currentTarget.value) ?? null })
          }
        >
          <option value="">compactions</option>
          {figureIds.map((id) => (
            <option key={id} value={id}>
              {figureOf(id).name}
            </option>
          ))}
        </select>
      </label>
      <span data-figure-state="" aria-live="polite">
        {shown === null ? `a figure takes about ${seconds.toFixed(1)} s more` : stateWords(shown)}
      </span>
      {view.figure === 'cost' ? (
        <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {Object.keys(view.prices).length === 0 ? 'Prices …' : 'Prices given …'}
        </Button>
      ) : null}
      {open && view.figure === 'cost' ? (
        <PriceFields prices={view.prices} onPrices={(prices) => onChange({ prices })} />
      ) : null}
    </div>
  );
}

/** "dollars of …, of 38 of 40 sessions: 2 are without a price". */
function stateWords({ id, progress, sums, error, ms }: ShownFigure): string {
  const { name, about, missing, needs, evidence } = figureOf(id);
  if (error !== null) return `The ${name} could not be computed: ${error}`;
  if (sums === null) {
    if (progress === null) return `The ${name} is computed after the last cell.`;
    return `Computing the ${name}: ${formatInteger(progress.done)} of ${counted(progress.total, 'replay')}`;
  }
  const { known, sessions } = sums;
  const time = `${(ms / 1_000).toFixed(1)} s`;
  if (known === 0) {
    const what = needs === 'prices' ? ' Give prices.' : '';
    return `None of ${counted(sessions, 'session')} has a ${name}: ${missing}.${what}`;
  }
  const told = evidence === '' ? '' : `. ${evidence}`;
  if (known === sessions) return `${about}; all ${counted(sessions, 'session')}, ${time}${told}`;
  const out = sessions - known;
  return `${about}; ${formatInteger(known)} of ${counted(sessions, 'session')}, ${formatInteger(out)} ${missing}; ${time}${told}`;
}

/** Prices that overrule the list for every model; an empty one is the list's. */
function PriceFields(props: {
  readonly prices: GivenPrices;
  readonly onPrices: (prices: GivenPrices) => void;
}) {
  const { prices, onPrices } = props;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1">
      <span>dollars per million tokens, for every model:</span>
      {priceNames.map((name) => (
        <span key={name} className="flex items-center gap-1">
          {priceLabels[name]}
          <span className="w-20">
            <NumberField
              label={`Price of ${priceLabels[name]}`}
              value={prices[name] ?? 0}
              format={(value) => (prices[name] === undefined ? 'list' : `$${value}`)}
              min={0}
              max={MOST_DOLLARS}
              step={0.05}
              onCommit={(value) => onPrices({ ...prices, [name]: value })}
            />
          </span>
        </span>
      ))}
      {Object.keys(prices).length === 0 ? null : (
        <Button size="small" variant="quiet" onClick={() => onPrices({})}>
          Use the list’s prices
        </Button>
      )}
    </div>
  );
}
