'use client';

import { useMemo, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataGrid } from '@/components/ui/grid/data-grid';
import { formatInteger } from '@/lib/engine/base/format';
import { sortedBy } from '@/lib/engine/base/sorted-by';
import { figureOf } from '@/lib/tuning/figures/figure';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { Region } from '@/lib/tuning/region/plateau';
import type { MapView } from '../model/map-view';
import { sampleRows, sampleValue, type SampleColumn, type SampleRow } from '../model/sample-rows';
import { valueText } from '@/lib/engine/policy/setting-text';
import { reordered, type SetupAxis, type TuneSetup } from '../state/tune-setup';

/** Most rows in view at once. */
const IN_VIEW = 13;

const outcomes = [
  ['compactions', 'compactions', 'Compactions of all sessions'],
  ['overflowing', '▲ overflow', 'Sessions that overflow'],
  ['looping', '↻ loop', 'Sessions that loop'],
  ['sent', 'sent per step', 'Real tokens sent per step'],
  ['unused', 'unused', 'Tokens unused below the limit, per compaction'],
] as const;

/** Every sampled setting with what it comes to: the numbers of the map, sorted by any column. */
export function SampleTable(props: {
  readonly setup: TuneSetup;
  readonly region: Region;
  readonly map: MapView;
  readonly selected: number;
  readonly onSelect: (cell: number) => void;
  /** A figure that was asked for; null for none. */
  readonly figure: FigureSums | null;
}) {
  const { setup, region, map, selected, onSelect, figure } = props;
  const asked = figure === null ? null : figureOf(figure.figure);
  const { axes } = setup;
  const [sort, setSort] = useState<{ column: SampleColumn; descending: boolean }>({
    column: 'compactions',
    descending: false,
  });
  const rows = useMemo(() => sampleRows(region, figure), [region, figure]);
  const sorted = useMemo(
    () => sortedBy(rows, (row) => sampleValue(row, sort.column), sort),
    [rows, sort],
  );
  const columns: readonly Column<SampleRow>[] = [
    ...reordered([...axes.keys()]).flatMap((key, at) => {
      const axis = axes[key];
      return axis === undefined
        ? []
        : [settingColumn(key, axis, at === 0 ? { map, onSelect } : null)];
    }),
    ...outcomes.map(([key, head, about]) =>
      figureColumn<SampleRow>(key, (row) => numberText(row[key]), { ...sorted6rem, head, about }),
    ),
    ...(asked === null
      ? []
      : [
          figureColumn<SampleRow>(
            'figure',
            ({ figure: value }) => (value === null ? '·' : asked.text(value)),
            { ...sorted6rem, head: asked.name, about: asked.about },
          ),
        ]),
    {
      id: 'notes',
      head: <span className="sr-only">notes</span>,
      width: 'minmax(10rem, 1fr)',
      cellClass: 'text-ink2',
      cell: (row) => notes(row, map),
    },
  ];
  return (
    <DataGrid
      label={`${map.points?.label ?? ''}, as a table`}
      columns={columns}
      rows={sorted}
      keyOf={({ cell }) => cell}
      rowHeight={26}
      inView={IN_VIEW}
      minWidth={columns.length * 96 + 64}
      className="text-sm"
      headClass="items-center border-b text-xs"
      rowClass="items-center border-b border-line2 hover:bg-sel aria-[current=true]:bg-sel"
      rowAttributes={({ cell, breach }) => ({
        'aria-current': cell === selected ? 'true' : undefined,
        className: classNames(
          (breach === 'overflow' || breach === 'loop') && 'text-overflow',
          breach === 'limit' && 'text-ink3',
        ),
      })}
      sort={{ ...sort, column: String(sort.column) }}
      onSort={(id) => {
        const column = columnOf(id);
        setSort({ column, descending: sort.column === column && !sort.descending });
      }}
    />
  );
}

const sorted6rem = { sortable: true, width: 'minmax(6rem, 1fr)' };

/** The column that a heading names: a setting by its number, an outcome, or a figure. */
const columnOf = (id: string): SampleColumn =>
  outcomes.find(([key]) => key === id)?.[0] ?? (id === 'figure' ? id : Number(id));

/** A setting's values; those of the first select their row. */
const settingColumn = (
  key: number,
  { field }: SetupAxis,
  select: { readonly map: MapView; readonly onSelect: (cell: number) => void } | null,
): Column<SampleRow> =>
  figureColumn(
    String(key),
    ({ cell, values }) => {
      const text = valueText(field, values[key] ?? NaN);
      if (select === null) return text;
      return (
        <button
          type="button"
          aria-label={`Select ${select.map.wordsOf(cell)}`}
          className="min-h-6 underline decoration-ink3 decoration-dotted underline-offset-2"
          onClick={() => select.onSelect(cell)}
        >
          {text}
        </button>
      );
    },
    { ...sorted6rem, head: field.short, about: field.label },
  );

const numberText = (value: number | null): string =>
  value === null ? '·' : formatInteger(Math.round(value));

/** "today", "plateau", "above the limit". */
function notes({ cell, breach }: SampleRow, { today, points }: MapView): string {
  return [
    ...(cell === today ? ['today'] : []),
    ...(points?.plateau.has(cell) === true ? ['plateau'] : []),
    ...(breach === 'limit' ? ['above the limit'] : []),
    ...(breach === undefined ? ['not computed yet'] : []),
  ].join(', ');
}
