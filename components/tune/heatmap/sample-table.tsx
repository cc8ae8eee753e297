'use client';

import { useMemo, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { SortButton, sortStateOf } from '@/components/ui/sort-button';
import { formatInteger } from '@/lib/engine/base/format';
import { sortedBy } from '@/lib/engine/base/sorted-by';
import { figureOf } from '@/lib/tuning/figures/figure';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { Region } from '@/lib/tuning/region/plateau';
import type { MapView } from '../model/map-view';
import { sampleRows, sampleValue, type SampleColumn, type SampleRow } from '../model/sample-rows';
import { valueText } from '@/lib/engine/policy/setting-text';
import { reordered, type TuneSetup } from '../state/tune-setup';
import { VirtualTable } from '../virtual-table';

const ROW_HEIGHT = 26;
/** Most rows in view at once. */
const IN_VIEW = 13;

const outcomes = [
  ['compactions', 'compactions', 'Compactions of all sessions'],
  ['overflowing', '▲ overflow', 'Sessions that overflow'],
  ['looping', '↻ loop', 'Sessions that loop'],
  ['sent', 'sent per step', 'Real tokens sent per step'],
  ['unused', 'unused', 'Tokens unused below the limit, per compaction'],
] as const;

/** A column of the table: what sorts it, its name and its title. */
interface Column {
  readonly key: SampleColumn;
  readonly name: string;
  readonly title: string;
}

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
  const columns: readonly Column[] = [
    ...reordered([...axes.keys()]).map((key) => ({
      key,
      name: axes[key]?.field.short ?? '',
      title: axes[key]?.field.label ?? '',
    })),
    ...outcomes.map(([key, name, title]) => ({ key, name, title })),
    ...(asked === null ? [] : [{ key: 'figure', name: asked.name, title: asked.about } as const]),
  ];
  const turn = (column: SampleColumn): void =>
    setSort({ column, descending: sort.column === column && !sort.descending });
  return (
    <VirtualTable
      rows={sorted}
      rowHeight={ROW_HEIGHT}
      inView={IN_VIEW}
      columns={columns.length + 1}
      label={`${map.points?.label ?? ''}, as a table`}
      className="w-full text-right text-sm"
      head={
        <thead className="sticky top-0 z-10 bg-bg text-xs">
          <tr>
            {columns.map(({ key, name, title }) => {
              const state = sortStateOf({ ...sort, column: String(sort.column) }, String(key));
              return (
                <th key={key} scope="col" aria-sort={state} className="border-b px-1.5 font-normal">
                  <SortButton {...{ state, title }} right className="" onClick={() => turn(key)}>
                    {name}
                  </SortButton>
                </th>
              );
            })}
            <th scope="col" className="border-b px-1.5 text-left font-normal text-ink3">
              <span className="sr-only">notes</span>
            </th>
          </tr>
        </thead>
      }
      line={(row, index) => (
        <tr
          key={row.cell}
          aria-rowindex={index + 2}
          aria-current={row.cell === selected ? 'true' : undefined}
          style={{ height: ROW_HEIGHT }}
          className={classNames(
            'border-b border-line2 hover:bg-sel',
            row.cell === selected && 'bg-sel',
            (row.breach === 'overflow' || row.breach === 'loop') && 'text-overflow',
            row.breach === 'limit' && 'text-ink3',
          )}
        >
          {reordered([...axes.keys()]).map((key, at) => {
            const axis = axes[key];
            const text = axis ? valueText(axis.field, row.values[key] ?? NaN) : '';
            return at > 0 ? (
              <td key={key} className="px-1.5 whitespace-nowrap">
                {text}
              </td>
            ) : (
              <th key={key} scope="row" className="px-1.5 font-normal whitespace-nowrap">
                <button
                  type="button"
                  aria-label={`Select ${map.wordsOf(row.cell)}`}
                  className="min-h-6 underline decoration-ink3 decoration-dotted underline-offset-2"
                  onClick={() => onSelect(row.cell)}
                >
                  {text}
                </button>
              </th>
            );
          })}
          {outcomes.map(([key]) => (
            <td key={key} className="px-1.5">
              {numberText(row[key])}
            </td>
          ))}
          {asked === null ? null : (
            <td className="px-1.5 whitespace-nowrap">
              {row.figure === null ? '·' : asked.text(row.figure)}
            </td>
          )}
          <td className="px-1.5 text-left whitespace-nowrap text-ink2">{notes(row, map)}</td>
        </tr>
      )}
    />
  );
}

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
