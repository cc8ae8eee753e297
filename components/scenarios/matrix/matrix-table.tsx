'use client';

import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { Tooltip } from '@/components/ui/tooltip';
import { columnName, type Matrix, type MatrixColumn } from '@/lib/answers/report/outcome/matrix';
import { MatrixRow } from './matrix-row';
import { MatrixTotals } from './matrix-totals';
import { nextCell } from './next-cell';
import { CELL_WIDTH, NAME_WIDTH, nameCell, valueCell } from './widths';

/** Pixels of a row, without and with a cost. */
const ROW_HEIGHT = 28;
const PRICED_HEIGHT = 44;

/** A cell's place. */
interface CellPlace {
  readonly row: number;
  readonly column: number;
}

const placeOf = (target: EventTarget): (CellPlace & { readonly scenario: string }) | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const { scenario, row, column } = cell?.dataset ?? {};
  return scenario === undefined ? null : { scenario, row: Number(row), column: Number(column) };
};

/**
 * The cells of a matrix; arrow keys move between cells, Enter opens one. There are up to 20,000, so the rows in view
 * are drawn only, and the one that Tab leads to. They are boxes of their own, not a table's, and their roles are written
 * out, since some browsers take a table's roles from its layout.
 */
export function MatrixTable(props: {
  readonly matrix: Matrix;
  readonly opening: string | null;
  readonly onOpen: (id: string, column: MatrixColumn) => void;
}) {
  const { matrix, opening, onOpen } = props;
  const { columns, rows } = matrix;
  const isPriced = matrix.prices !== null;
  const rowHeight = isPriced ? PRICED_HEIGHT : ROW_HEIGHT;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const head = useRef<HTMLTableSectionElement>(null);
  const foot = useRef<HTMLTableSectionElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [edges, setEdges] = useState({ head: 0, foot: 0 });
  const [chosen, setChosen] = useState<CellPlace>({ row: 0, column: 0 });
  // Filters and the choice of columns may take away the cell that Tab led to.
  const active: CellPlace = {
    row: Math.min(chosen.row, rows.length - 1),
    column: Math.min(chosen.column, columns.length - 1),
  };
  /** True from a key that moves the focus until the cell is drawn. */
  const moved = useRef(false);

  useLayoutEffect(() => {
    setEdges({
      head: head.current?.offsetHeight ?? 0,
      foot: foot.current?.offsetHeight ?? 0,
    });
  }, [columns, isPriced]);

  const activeRow = active.row;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor: useCallback(
      (range: Range) => [...new Set([...defaultRangeExtractor(range), activeRow])],
      [activeRow],
    ),
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const at = `[data-row="${active.row}"][data-column="${active.column}"]`;
    const cell = body.current?.querySelector<HTMLElement>(at);
    cell?.focus({ preventScroll: true });
    // The scroller's padding keeps it clear of heads, names and totals.
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const open = (target: EventTarget): void => {
    const place = placeOf(target);
    const column = place === null ? undefined : columns[place.column];
    if (place !== null && column) onOpen(place.scenario, column);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(event.target);
      return;
    }
    const place = placeOf(event.target);
    if (place === null) return;
    const width = columns.length;
    const at = place.row * width + place.column;
    const next = nextCell(event.key, at, rows.length * width, width);
    if (next === null) return;
    event.preventDefault();
    moved.current = true;
    setChosen({ row: Math.floor(next / width), column: next % width });
  }

  return (
    <div
      ref={setScroller}
      className="min-h-0 flex-1 overflow-auto"
      style={{ scrollPadding: `${edges.head}px 0 ${edges.foot}px ${NAME_WIDTH}px` }}
    >
      <table
        role="grid"
        aria-label="Matrix"
        aria-rowcount={rows.length + 1}
        className="block text-left"
        style={{ width: NAME_WIDTH + columns.length * CELL_WIDTH }}
      >
        <thead ref={head} role="rowgroup" className="sticky top-0 z-20 block">
          <tr role="row" aria-rowindex={1} className="flex">
            <th
              role="columnheader"
              scope="col"
              style={nameCell}
              className="sticky left-0 z-20 flex shrink-0 items-end border-r border-b bg-bg px-4 py-1.5 text-sm font-normal text-ink2"
            >
              scenario
            </th>
            {columns.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          role="rowgroup"
          className="relative block"
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={onKeyDown}
          onClick={(event: MouseEvent) => open(event.target)}
          onFocus={(event: FocusEvent) => {
            const place = placeOf(event.target);
            if (place !== null) setChosen({ row: place.row, column: place.column });
          }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <MatrixRow
                key={row.id}
                row={row}
                columns={columns}
                index={index}
                top={start}
                height={rowHeight}
                active={index === active.row ? active.column : -1}
                opening={opening === row.id}
                isPriced={isPriced}
              />
            );
          })}
        </tbody>
        <tfoot ref={foot} role="rowgroup" className="sticky bottom-0 z-20 block border-t">
          <MatrixTotals matrix={matrix} />
        </tfoot>
      </table>
    </div>
  );
}

function Head({ column }: { readonly column: MatrixColumn }) {
  const { label, policyLabel, version, basis, preset } = column;
  return (
    <th
      role="columnheader"
      scope="col"
      style={valueCell}
      className="flex shrink-0 items-end border-b bg-bg px-2 py-1.5 text-right text-sm font-normal"
    >
      <Tooltip text={`${columnName(column)} · ${version} · ${basis}`}>
        <button type="button" className="w-full cursor-help text-right">
          <span className="block font-medium wrap-anywhere">{policyLabel}</span>
          {preset === null ? null : <span className="line-clamp-3">{label}</span>}
          <span className="block truncate text-xs text-ink3">{version}</span>
        </button>
      </Tooltip>
    </th>
  );
}
