'use client';

import { useState, type ReactNode } from 'react';
import { HeatGrid } from '@/components/charts/tune/heat-grid';
import { PointMap } from '@/components/charts/tune/point-map';
import { Button } from '@/components/ui/button';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import { placesOf } from '@/lib/tuning/region/cell-space';
import { worstNeighbour, type Region } from '@/lib/tuning/region/plateau';
import { nearestCell, type MapView } from '../model/map-view';
import type { Tried, TuneSetup } from '../state/tune-setup';
import { DrawnAxes } from './drawn-axes';
import { HeatLegend } from './heat-legend';
import { HeatTable } from './heat-table';
import { SampleTable } from './sample-table';

/** The map of the swept settings, or its table; the worst neighbour of the selected cell below. */
export function MapSection(props: {
  readonly map: MapView;
  readonly setup: TuneSetup;
  readonly region: Region;
  readonly tried: Tried;
  readonly onSelect: (cell: number) => void;
  readonly onOpen: () => void;
  readonly onDrawn: (drawn: readonly [x: string, y: string]) => void;
  /** A figure that was asked for; null for none. */
  readonly figure?: FigureSums | null;
  /** What chooses it. */
  readonly choice?: ReactNode;
}) {
  const { map, setup, region, tried, onSelect, onOpen, onDrawn } = props;
  const { figure = null, choice } = props;
  const { grid, points } = map;
  const [table, setTable] = useState(false);
  const cell = nearestCell(region, tried);
  const rows = grid?.rows ?? points;
  if (rows === null) return null;
  const columns = grid?.input.x.values.length ?? 1;
  return (
    <section
      aria-label={points === null ? 'Heat map' : 'Sampled settings'}
      className="px-4 pt-1 pb-2"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        {points === null ? (
          <h2 className="font-semibold">{gridTitle(setup)}</h2>
        ) : (
          <>
            <h2 className="font-semibold">{counted(region.cells.length, 'sampled setting')}</h2>
            <DrawnAxes setup={setup} points={points} onDrawn={onDrawn} />
          </>
        )}
        <Button size="small" variant="quiet" aria-pressed={table} onClick={() => setTable(!table)}>
          {table ? 'Map' : 'Table'}
        </Button>
        <HeatLegend rows={rows} region={region} figure={figure} />
      </div>
      {choice}
      {grid === null ? null : table ? (
        <HeatTable {...grid} />
      ) : (
        <HeatGrid
          rows={grid.rows}
          selected={{ x: cell % columns, y: Math.floor(cell / columns) }}
          onSelect={({ x, y }) => onSelect(y * columns + x)}
          onOpen={onOpen}
        />
      )}
      {points === null ? null : table ? (
        <SampleTable {...{ setup, region, map, figure, onSelect }} selected={cell} />
      ) : (
        <PointMap rows={points} selected={cell} onSelect={onSelect} onOpen={onOpen} />
      )}
      <p
        aria-live="polite"
        className="mt-1 flex flex-wrap justify-between gap-x-4 text-xs text-ink2"
      >
        <span data-selected="">{rows.cells[cell]?.words}</span>
        <span data-worst="">{worstWords(region, map, cell)}</span>
      </p>
    </section>
  );
}

const gridTitle = ({ x, y }: TuneSetup): string =>
  y === null ? x.field.short : `${y.field.short} × ${x.field.short.toLowerCase()}`;

/** "worst neighbour: 32 compactions at Context window 195,000 …"; in a sample the nearest points. */
function worstWords(region: Region, { wordsOf, points }: MapView, cell: number): string {
  const place = placesOf(region)[cell];
  const worst = place === undefined ? null : worstNeighbour(region, place);
  if (worst === null) return '';
  const breach = region.breaches[worst] ?? null;
  const how =
    breach === null
      ? `${counted(floatAt(region.sums.compactions, worst), 'compaction')}, no overflow`
      : `${formatInteger(intAt(region.sums.overflowing, worst))} overflowing, ${formatInteger(intAt(region.sums.looping, worst))} looping`;
  const who = points === null ? 'worst neighbour' : 'worst of the nearest points';
  return `${who}: ${how} at ${wordsOf(worst)}`;
}
