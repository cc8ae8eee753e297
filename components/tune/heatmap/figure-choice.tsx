'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { isListed } from '@/lib/analysis/cost/rates';
import { counted, formatFixed, formatInteger } from '@/lib/engine/base/format';
import { figureOf } from '@/lib/tuning/figures/figure';
import { figureIds } from '@/lib/tuning/figures/figure-ids';
import { figureSeconds, secondsWords } from '@/lib/tuning/sweep/sweep-cost';
import type { TuneView } from '../state/tune-view';
import type { ShownFigure } from '../state/use-figures';
import { ColourSelect } from './colour-select';
import { PriceFields } from './price-fields';

/** Chooses what the cells are coloured by, and says of how many sessions it is known. */
export function FigureChoice(props: {
  readonly view: Pick<TuneView, 'figure' | 'prices'>;
  readonly shown: ShownFigure | null;
  /** Cells that would be computed, and the steps of each session. */
  readonly cells: number;
  readonly steps: readonly number[];
  /** Models of the sessions. */
  readonly models: readonly string[];
  readonly onChange: (part: Partial<TuneView>) => void;
}) {
  const { view, shown, cells, steps, models, onChange } = props;
  const [open, setOpen] = useState(false);
  const seconds = cells * steps.reduce((sum, own) => sum + figureSeconds(own), 0);
  return (
    <div
      role="group"
      aria-label="Colour of the cells"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1 text-sm text-ink2"
    >
      <ColourSelect
        value={view.figure}
        ids={figureIds}
        onChange={(figure) => onChange({ figure })}
      />
      <span data-figure-state="" aria-live="polite">
        {shown === null ? `a figure takes ${secondsWords(seconds)} more` : stateWords(shown)}
      </span>
      {view.figure === 'cost' ? (
        <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {isListed(view.prices) ? 'Prices …' : 'Prices given …'}
        </Button>
      ) : null}
      {open && view.figure === 'cost' ? (
        <PriceFields
          prices={view.prices}
          models={models}
          onPrices={(prices) => onChange({ prices })}
        />
      ) : null}
    </div>
  );
}

/** "dollars of …, of 38 of 40 sessions: 2 are without a price". */
function stateWords({ id, progress, sums, error, ms }: ShownFigure): string {
  const { name, about, missing } = figureOf(id);
  if (error !== null) return `The ${name} could not be computed: ${error}`;
  if (sums === null) {
    if (progress === null) return `The ${name} is computed after the last cell.`;
    return `Computing the ${name}: ${formatInteger(progress.done)} of ${counted(progress.total, 'replay')}`;
  }
  const { known, sessions } = sums;
  const time = `${formatFixed(ms / 1_000, 1)} s`;
  if (known === 0) {
    return `None of ${counted(sessions, 'session')} has a ${name}: ${missing}. Give prices.`;
  }
  if (known === sessions) return `${about}; all ${counted(sessions, 'session')}, ${time}`;
  const out = sessions - known;
  return `${about}; ${formatInteger(known)} of ${counted(sessions, 'session')}, ${formatInteger(out)} ${missing}; ${time}`;
}
