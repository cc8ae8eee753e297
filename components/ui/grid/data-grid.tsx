'use client';

import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react';
import { classNames } from '../class-names';
import { alignClass, ariaSort, ColumnHead, type TableRows } from './column';
import { nextRow } from './grid-keys';
import { GridFoot, type FootLine } from './grid-foot';
import { GridRow } from './grid-row';
import { useCellFocus } from './use-cell-focus';

/** Distance in rows from which the active row is scrolled to the middle. */
const FAR = 20;

/** What a {@link DataGrid} shows, and how it looks. */
export interface DataGridProps<Row> extends TableRows<Row> {
  readonly label: string;
  /** Pixels of a row, and of the head; a head whose headings may wrap is measured. */
  readonly rowHeight: number;
  readonly headHeight?: number;
  /** Most rows in view at once; the classes say how high a grid without it is. */
  readonly inView?: number;
  /** Pixels that the columns need; with less room they are scrolled sideways. */
  readonly minWidth?: number;
  /** Classes of the box, the head's row, every row and every cell. */
  readonly className?: string;
  readonly headClass?: string;
  readonly rowClass?: string;
  readonly cellClass?: string;
  /** Rows that are drawn out of view. */
  readonly overscan?: number;
  /** Index of the active row; -1 for none. */
  readonly active?: number;
  /** Called with a row that is clicked or that an arrow, page key, Home or End leads to; true with Shift. */
  readonly onActive?: (index: number, isExtending: boolean) => void;
  /** Called with a cell that is clicked or entered; the arrows then go from cell to cell. */
  readonly onOpenCell?: (row: Row, column: string) => void;
  /** True for rows that are drawn alike; else they must be the same. */
  readonly isSameRow?: (a: Row, b: Row) => boolean;
  /** Called with the rows in view; to be stable. */
  readonly onShown?: (rows: readonly Row[]) => void;
  readonly foot?: readonly FootLine[];
  /** Takes the box that scrolls, for one who measures it. */
  readonly scroller?: RefObject<HTMLDivElement | null>;
}

/**
 * A table of any length whose columns are data: only the rows in view are drawn, the head and the foot stay in view. Its
 * rows are boxes of their own, since a browser lays a table's rows out together.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, columns, rows, keyOf, rowHeight, rowAttributes, isSameRow, foot } = props;
  const { rowClass, cellClass, minWidth, inView, active = -1, onActive } = props;
  const own = useRef<HTMLDivElement>(null);
  const scroller = props.scroller ?? own;
  const edges = useEdges(props);
  const cells = useCellFocus(props, scroller);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: props.overscan ?? 6,
    scrollMargin: edges.headHeight,
    scrollPaddingStart: edges.headHeight,
    scrollPaddingEnd: Math.max(rowHeight, edges.footHeight),
    rangeExtractor: cells?.rangeOf ?? ((range) => withActive(range, active)),
  });
  const measured = useRef(rowHeight);
  useEffect(() => {
    if (measured.current !== rowHeight) virtual.measure();
    measured.current = rowHeight;
  }, [virtual, rowHeight]);

  const shown = useRef(-FAR);
  useEffect(() => {
    if (active < 0) return;
    const isFar = Math.abs(active - shown.current) >= FAR;
    shown.current = active;
    virtual.scrollToIndex(active, { align: isFar ? 'center' : 'auto' });
  }, [virtual, active]);

  const items = virtual.getVirtualItems();
  useShown(props, virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? -1);

  const onKeyDown = (event: KeyboardEvent): void => {
    // A field in a row has its own arrows, Home and End.
    const isField = event.target instanceof Element && event.target.matches('input, select');
    if (isField || event.altKey || event.metaKey) return;
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2;
    const next = nextRow(event.key, active, rows.length, Math.max(1, page));
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onActive?.(next, event.shiftKey);
  };
  const activeRow = rows[active];
  const isGrid = onActive !== undefined || cells !== null;
  const template = columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ');
  return (
    <div
      ref={scroller}
      role={isGrid ? 'grid' : 'table'}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={
        activeRow === undefined ? undefined : rowAttributes?.(activeRow, active).id
      }
      tabIndex={cells === null ? 0 : undefined}
      className={classNames('overflow-auto focus-visible:-outline-offset-2', props.className)}
      style={{
        ...edges.scrollPadding,
        maxHeight:
          inView === undefined
            ? undefined
            : rowHeight * Math.min(rows.length, inView) + edges.headHeight + 2,
      }}
      onKeyDown={onActive === undefined ? cells?.onKeyDown : onKeyDown}
    >
      <Head {...props} ref={edges.head} template={template} />
      <div
        role="rowgroup"
        className="relative"
        style={{ height: virtual.getTotalSize(), minWidth }}
        onClick={cells?.onClick}
        onFocus={cells?.onFocus}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <GridRow
              key={keyOf(row, index)}
              row={row}
              index={index}
              top={start - edges.headHeight}
              height={rowHeight}
              columns={columns}
              template={template}
              isActive={index === active}
              cellRole={isGrid ? 'gridcell' : 'cell'}
              focused={cells?.active.row === index ? cells.active.column : undefined}
              hasFocus={cells !== null}
              rowClass={rowClass}
              cellClass={cellClass}
              attributesOf={rowAttributes}
              isSameRow={isSameRow}
              onChoose={onActive}
            />
          );
        })}
      </div>
      {foot === undefined ? null : (
        <GridFoot ref={edges.foot} lines={foot} columns={columns} template={template} />
      )}
    </div>
  );
}

/** The rows in view, and the active one wherever it is: `aria-activedescendant` names it. */
function withActive(range: Range, active: number): number[] {
  const rows = defaultRangeExtractor(range);
  if (active < 0 || active >= range.count || rows.includes(active)) return rows;
  return [...rows, active].sort((a, b) => a - b);
}

function Head<Row>(
  props: DataGridProps<Row> & {
    readonly ref: Ref<HTMLDivElement>;
    readonly template: string;
  },
) {
  const {
    ref,
    columns,
    sort,
    onSort,
    template,
    headHeight,
    minWidth,
    cellClass = 'px-1.5',
  } = props;
  const { headClass = 'items-center border-b px-2.5 text-sm text-ink3' } = props;
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={1}
      className={classNames('sticky top-0 z-10 grid bg-bg', headClass)}
      style={{ gridTemplateColumns: template, height: headHeight, minWidth }}
    >
      {columns.map((column) => (
        <span
          key={column.id}
          role="columnheader"
          aria-sort={ariaSort(column, sort)}
          className={classNames(alignClass(column), cellClass, column.className, column.headClass)}
        >
          <ColumnHead column={column} sort={sort ?? null} onSort={onSort} />
        </span>
      ))}
    </div>
  );
}

/** Heights of head and foot, which stay in view above and below the rows. */
function useEdges<Row>(props: DataGridProps<Row>) {
  const { columns, headHeight, foot } = props;
  const head = useRef<HTMLDivElement>(null);
  const footBox = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState({ head: 0, foot: 0 });
  const lines = foot?.length ?? 0;
  const high = headHeight ?? sizes.head;
  useLayoutEffect(() => {
    // A head of a known height costs no layout while a setting is dragged.
    if (headHeight !== undefined) return;
    setSizes({
      head: head.current?.offsetHeight ?? 0,
      foot: footBox.current?.offsetHeight ?? 0,
    });
  }, [columns, headHeight, lines]);
  return {
    head,
    foot: footBox,
    headHeight: high,
    footHeight: sizes.foot,
    scrollPadding: { scrollPaddingTop: high, scrollPaddingBottom: sizes.foot },
  };
}

function useShown<Row>({ rows, onShown }: DataGridProps<Row>, first: number, last: number): void {
  useEffect(() => onShown?.(rows.slice(first, last + 1)), [rows, first, last, onShown]);
}
