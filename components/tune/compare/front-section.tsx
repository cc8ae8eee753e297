'use client';

import { memo, useMemo, useState } from 'react';
import { FrontScatter } from '@/components/charts/tune/front-scatter';
import { Button } from '@/components/ui/button';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import { counted, formatFixed, formatInteger } from '@/lib/engine/base/format';
import { figureOf } from '@/lib/tuning/figures/figure';
import type { FigureId } from '@/lib/tuning/figures/figure-ids';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { CellCost } from '@/lib/tuning/region/pareto';
import type { Region } from '@/lib/tuning/region/plateau';
import { frontView, type FrontView } from '../model/front-view';
import type { MapView } from '../model/map-view';

/** Compactions against tokens sent: what breaks nothing, and what nothing beats. */
export const FrontSection = memo(function FrontSection(props: {
  readonly region: Region;
  readonly map: MapView;
  /** The selected cell. */
  readonly chosen: number;
  /** A figure that was asked for: drawn, and one more objective. */
  readonly figure?: FigureSums | null;
}) {
  const { region, map, chosen, figure = null } = props;
  const [table, setTable] = useState(false);
  const { today, wordsOf } = map;
  const view = useMemo(
    () => frontView(region, { size: region.cells.length, today, chosen }, wordsOf, figure),
    [region, wordsOf, today, chosen, figure],
  );
  const up =
    view.figure === null ? 'tokens sent per step' : `${figureOf(view.figure).name} of all sessions`;
  return (
    <section aria-label="Pareto front" className="min-w-0 border-t">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 px-4">
        <h2 className="font-semibold">Pareto front</h2>
        <span className="text-sm text-ink2">{up} against compactions</span>
        <Button
          size="small"
          variant="quiet"
          className="ml-auto"
          aria-pressed={table}
          onClick={() => setTable(!table)}
        >
          {table ? 'Chart' : 'Table'}
        </Button>
      </div>
      {table ? (
        <FrontTable view={view} />
      ) : (
        <div className="flex gap-3 px-4 pb-2">
          <div className="min-w-0 flex-1">
            <FrontScatter
              rows={view.rows}
              label={`${up[0]?.toUpperCase() ?? ''}${up.slice(1)} against compactions per 100 steps; the table beside it has the numbers`}
              {...(view.figure === null ? {} : { yText: figureOf(view.figure).short, yName: '' })}
            />
            <p className="pl-11 text-xs text-ink2">compactions per 100 steps →</p>
          </div>
          <FrontKey view={view} />
        </div>
      )}
    </section>
  );
});

function FrontKey({ view }: { readonly view: FrontView }) {
  const { today, chosen, rows, front } = view;
  return (
    <ul className="w-36 shrink-0 space-y-2 max-[1100px]:w-28 self-center text-sm text-ink2">
      {today === null ? null : (
        <li>
          <span className="font-medium text-accent">◆ today</span>
          <Costs cost={today} figure={view.figure} />
        </li>
      )}
      {chosen === null ? null : (
        <li>
          <span className="font-medium text-ink">○ selected</span>
          <Costs cost={chosen} figure={view.figure} />
        </li>
      )}
      <li>
        <span className="text-good">●</span> {formatInteger(rows.feasible.length)} feasible
        {rows.broken.length === 0 ? null : (
          <span className="block">
            <span className="text-overflow">△</span> {formatInteger(rows.broken.length)} break a
            constraint
          </span>
        )}
        <span className="block text-good">━ front, {counted(front.length, 'setting')}</span>
      </li>
    </ul>
  );
}

const Costs = (props: { readonly cost: CellCost; readonly figure: FigureId | null }) => {
  const { cost, figure } = props;
  return (
    <span className="block">
      {formatFixed(cost.per100, 2)} · {formatInteger(Math.round(cost.sent))}
      {figure === null ? null : (
        <span className="block">{figureOf(figure).text(cost.figure ?? NaN)}</span>
      )}
    </span>
  );
};

type FrontRow = FrontView['front'][number];

const frontColumns: readonly Column<FrontRow>[] = [
  { id: 'settings', cell: ({ words }) => words },
  figureColumn('per 100 steps', ({ per100 }) => formatFixed(per100, 2)),
  figureColumn('tokens sent per step', ({ sent }) => formatInteger(Math.round(sent))),
  figureColumn('unused per compaction', ({ unused }) => formatInteger(Math.round(unused))),
];

const FrontTable = ({ view: { front, figure } }: { readonly view: FrontView }) => (
  <DataTable
    label="Pareto front, as a table"
    caption="Settings that no other beats"
    boxClass="max-h-64 overflow-auto px-4 pb-2"
    className="w-full text-sm"
    headClass="text-ink3"
    rowClass="h-6 border-t border-line2"
    cellClass="pl-2 first:pl-0"
    columns={[
      ...frontColumns,
      ...(figure === null
        ? []
        : [
            figureColumn<FrontRow>(figureOf(figure).name, (row) =>
              figureOf(figure).text(row.figure ?? NaN),
            ),
          ]),
    ]}
    rows={front}
    keyOf={({ cell }) => cell}
  />
);
