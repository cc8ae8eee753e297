import { memo } from 'react';
import { classNames } from '../class-names';
import { alignClass, cellClassOf, type Column, type TableRows } from './column';

interface GridRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  /** Pixels from the first row's top. */
  readonly top: number;
  readonly height: number;
  readonly columns: readonly Column<Row>[];
  readonly template: string;
  readonly isActive: boolean;
  readonly cellRole: 'gridcell' | 'cell';
  /** True where cells take the focus, and the index of the column whose cell Tab leads to. */
  readonly hasFocus: boolean;
  readonly focused: number | undefined;
  readonly rowClass: string | undefined;
  readonly cellClass: string | undefined;
  readonly attributesOf: TableRows<Row>['rowAttributes'] | undefined;
  readonly isSameRow: ((a: Row, b: Row) => boolean) | undefined;
  readonly onChoose: ((index: number, isExtending: boolean) => void) | undefined;
}

function DrawnRow<Row>(props: GridRowProps<Row>) {
  const { row, index, top, height, columns, template, isActive, attributesOf, onChoose } = props;
  const { rowClass = 'items-center border-b border-line2 px-2.5' } = props;
  const { className, ...attributes } = attributesOf?.(row, index) ?? {};
  return (
    <div
      role="row"
      // The head is the first row.
      aria-rowindex={index + 2}
      aria-selected={onChoose === undefined ? undefined : isActive}
      {...attributes}
      className={classNames('absolute inset-x-0 grid contain-strict', rowClass, className)}
      style={{ gridTemplateColumns: template, height, top }}
      onClick={onChoose === undefined ? undefined : ({ shiftKey }) => onChoose(index, shiftKey)}
    >
      {columns.map((column, at) => drawCell(props, column, at))}
    </div>
  );
}

/** A cell; no component of its own, since rows are drawn while a setting is dragged. */
function drawCell<Row>(props: GridRowProps<Row>, column: Column<Row>, at: number) {
  const { row, index, isActive, cellRole, hasFocus, focused } = props;
  const { cellClass = 'px-1.5' } = props;
  const { className, ...attributes } = column.attributes?.(row, index) ?? {};
  // Where rows are chosen, every cell is one of the chosen row.
  const isHeading = at === 0 && (hasFocus || cellRole === 'cell');
  return (
    <span
      key={column.id}
      role={isHeading ? 'rowheader' : cellRole}
      data-column={column.id}
      data-row={hasFocus ? index : undefined}
      tabIndex={!hasFocus || isHeading ? undefined : at === focused ? 0 : -1}
      {...attributes}
      className={classNames(
        'truncate',
        alignClass(column),
        cellClass,
        column.className,
        cellClassOf(column, row),
        className,
      )}
    >
      {column.cell(row, index, isActive)}
    </span>
  );
}

function isDrawnAlike<Row>(a: GridRowProps<Row>, b: GridRowProps<Row>): boolean {
  const names = Object.keys(a) as (keyof GridRowProps<Row>)[];
  return names.every((name) =>
    name === 'row' && a.isSameRow !== undefined
      ? a.isSameRow(a.row, b.row)
      : Object.is(a[name], b[name]),
  );
}

/** A row of a grid. */
export const GridRow = memo(DrawnRow, isDrawnAlike) as typeof DrawnRow;
