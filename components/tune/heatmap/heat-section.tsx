'use client';

import { useState } from 'react';
import { HeatGrid } from '@/components/charts/tune/heat-grid';
import type { HeatPlace, HeatRows } from '@/components/charts/tune/heat-rows';
import { Button } from '@/components/ui/button';
import { counted, formatInteger } from '@/lib/base/format';
import { floatAt, intAt } from '@/lib/base/read';
import { worstNeighbour, type Region } from '@/lib/tuning/region/plateau';
import { placeWords, type HeatInput } from '../model/heat-view';
import { HeatLegend } from './heat-legend';
import { HeatTable } from './heat-table';

/** The heat map of two settings, or its table; the worst neighbour of the selected cell below. */
export function HeatSection(props: {
  readonly rows: HeatRows;
  readonly input: HeatInput;
  readonly region: Region;
  readonly selected: HeatPlace;
  readonly onSelect: (place: HeatPlace) => void;
  readonly onOpen: () => void;
}) {
  const { rows, input, region, selected, onSelect, onOpen } = props;
  const [table, setTable] = useState(false);
  const { x, y } = input;
  const title = y === null ? x.field.short : `${y.field.short} × ${x.field.short.toLowerCase()}`;
  return (
    <section aria-label="Heat map" className="px-4 pt-1 pb-2">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">{title}</h2>
        <Button size="small" variant="quiet" aria-pressed={table} onClick={() => setTable(!table)}>
          {table ? 'Map' : 'Table'}
        </Button>
        <HeatLegend rows={rows} input={input} />
      </div>
      {table ? (
        <HeatTable rows={rows} input={input} />
      ) : (
        <HeatGrid rows={rows} selected={selected} onSelect={onSelect} onOpen={onOpen} />
      )}
      <p
        aria-live="polite"
        className="mt-1 flex flex-wrap justify-between gap-x-4 text-xs text-ink2"
      >
        <span data-selected="">{rows.cells[selected.y * x.values.length + selected.x]?.words}</span>
        <span data-worst="">{worstWords(region, input, selected)}</span>
      </p>
    </section>
  );
}

/** "worst neighbour: 32 compactions at Context window 195,000 …". */
function worstWords(region: Region, input: HeatInput, { x, y }: HeatPlace): string {
  const worst = worstNeighbour(region, input.y === null ? [x] : [y, x]);
  if (worst === null) return '';
  const breach = region.breaches[worst] ?? null;
  const how =
    breach === null
      ? `${counted(floatAt(region.sums.compactions, worst), 'compaction')}, no overflow`
      : `${formatInteger(intAt(region.sums.overflowing, worst))} overflowing, ${formatInteger(intAt(region.sums.looping, worst))} looping`;
  return `worst neighbour: ${how} at ${placeWords(input, worst)}`;
}
