import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import type { TableRows } from './column';
import { nextCell, type CellPlace } from './grid-keys';

/** Rows that a page key moves the focus by. */
const PAGE = 10;

/**
 * The cell that Tab leads to, and the keys that move it; the first column's cells are headings and take no focus. Null
 * where cells are not opened.
 */
export function useCellFocus<Row>(
  props: Pick<TableRows<Row>, 'columns' | 'rows'> & {
    readonly onOpenCell?: (row: Row, column: string) => void;
  },
  scroller: RefObject<HTMLElement | null>,
) {
  const { columns, rows, onOpenCell } = props;
  const [chosen, setChosen] = useState<CellPlace>({ row: 0, column: 1 });
  // Rows and columns may have gone since the cell was chosen.
  const active: CellPlace = {
    row: Math.min(chosen.row, rows.length - 1),
    column: Math.min(chosen.column, columns.length - 1),
  };
  /** True from a key that moves the focus until the cell is drawn. */
  const moved = useRef(false);
  const cellAt = (place: CellPlace): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(
      `[data-row="${place.row}"][data-column="${columns[place.column]?.id ?? ''}"]`,
    ) ?? null;
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const cell = cellAt(active);
    cell?.focus({ preventScroll: true });
    // The scroller's padding keeps it clear of heads, names and totals.
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const { row: activeRow } = active;
  // The active row is drawn wherever the grid is scrolled to, so that the focus stays in it.
  const rangeOf = useCallback(
    (range: Range) => [...new Set([...defaultRangeExtractor(range), activeRow])],
    [activeRow],
  );
  if (onOpenCell === undefined) return null;

  const placeOf = (target: EventTarget): CellPlace | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const column = columns.findIndex(({ id }) => id === cell?.dataset['column']);
    return cell === null || column < 1 ? null : { row: Number(cell.dataset['row']), column };
  };
  const open = (target: EventTarget): void => {
    const place = placeOf(target);
    const row = place === null ? undefined : rows[place.row];
    const column = place === null ? undefined : columns[place.column];
    if (row !== undefined && column !== undefined) onOpenCell(row, column.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = placeOf(event.target);
    if (place === null) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(event.target);
      return;
    }
    const from = { row: place.row, column: place.column - 1 };
    const size = { rows: rows.length, columns: columns.length - 1, page: PAGE };
    const next = nextCell(event.key, from, size);
    if (next === null) return;
    event.preventDefault();
    moved.current = true;
    setChosen({ row: next.row, column: next.column + 1 });
  };
  const onFocus = (event: FocusEvent): void => {
    const place = placeOf(event.target);
    if (place !== null) setChosen(place);
  };
  const onClick = (event: MouseEvent): void => open(event.target);
  return { active, rangeOf, onKeyDown, onFocus, onClick };
}
