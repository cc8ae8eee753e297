import { Fragment, type ReactNode } from 'react';
import { classNames } from '../class-names';
import { alignClass, ariaSort, cellClassOf, ColumnHead, type TableRows } from './column';

/** What a {@link DataTable} shows, and how it looks. */
export interface DataTableProps<Row> extends TableRows<Row> {
  /** Name of the box in which a wide table is scrolled, also by keys; without one there is no such box. */
  readonly label?: string;
  /** Role of that box: no landmark where a page has many. */
  readonly boxRole?: 'region' | 'group';
  /** For those who cannot see the table; the label where left out, none where null. */
  readonly caption?: ReactNode;
  /** Classes of a caption that is seen. */
  readonly captionClass?: string;
  /** Classes of the box, the table, the head's row, every row and every cell. */
  readonly boxClass?: string;
  readonly className?: string;
  readonly headClass?: string;
  readonly rowClass?: string;
  readonly cellClass?: string;
  /** Title of the group that a row stands in; rows of a group follow each other. */
  readonly groupOf?: (row: Row) => string | undefined;
  /** Place of the column whose cells are the headings of their rows; the first where left out. */
  readonly headingAt?: number;
  /** Further `<tr>`s below a row, and the `<tr>`s of a foot. */
  readonly below?: (row: Row, index: number) => ReactNode;
  readonly foot?: ReactNode;
}

/** A table whose columns are data. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, boxClass = 'overflow-x-auto', boxRole = 'region' } = props;
  if (label === undefined) return <PlainTable {...props} />;
  return (
    // What only readers hear is placed in the box: it would widen the page otherwise.
    <div
      className={classNames('relative', boxClass)}
      tabIndex={0}
      role={boxRole}
      aria-label={label}
    >
      <PlainTable {...props} />
    </div>
  );
}

function PlainTable<Row>(props: DataTableProps<Row>) {
  const { label, caption = label, captionClass = 'sr-only', columns, sort, onSort, foot } = props;
  const { className, headClass = 'border-b text-sm text-ink3', cellClass } = props;
  return (
    <table className={className}>
      {caption === undefined || caption === null ? null : (
        <caption className={captionClass}>{caption}</caption>
      )}
      <thead>
        <tr className={headClass}>
          {columns.map((column) => {
            // Above the headings of the rows may stand nothing, which heads no column.
            const Head = column.head === '' ? 'td' : 'th';
            return (
              <Head
                key={column.id}
                scope={Head === 'th' ? 'col' : undefined}
                aria-sort={ariaSort(column, sort)}
                className={classNames(
                  'font-normal',
                  alignClass(column),
                  cellClass ?? CELL,
                  column.className,
                  column.headClass,
                )}
              >
                <ColumnHead column={column} sort={sort ?? null} onSort={onSort} />
              </Head>
            );
          })}
        </tr>
      </thead>
      <Bodies {...props} />
      {foot === undefined ? null : <tfoot>{foot}</tfoot>}
    </table>
  );
}

const CELL = 'px-2 py-0.5 first:pl-0 last:pr-0';

/** The rows, those of each group in a body of their own. */
function Bodies<Row>(props: DataTableProps<Row>) {
  const { columns, rows, keyOf, groupOf, below } = props;
  return groupsOf(rows, groupOf).map(({ title, from, members }) => (
    <tbody key={from}>
      {title === undefined ? null : (
        <tr>
          <th
            scope="rowgroup"
            colSpan={columns.length}
            className="pt-3 pb-1 text-left text-sm font-normal text-ink3"
          >
            {title}
          </th>
        </tr>
      )}
      {members.map((row, at) => (
        <Fragment key={keyOf(row, from + at)}>
          <TableRow {...props} row={row} index={from + at} />
          {below?.(row, from + at)}
        </Fragment>
      ))}
    </tbody>
  ));
}

interface RowGroup<Row> {
  readonly title: string | undefined;
  /** Index of its first row. */
  readonly from: number;
  readonly members: Row[];
}

function groupsOf<Row>(
  rows: readonly Row[],
  groupOf: DataTableProps<Row>['groupOf'],
): readonly RowGroup<Row>[] {
  const groups: RowGroup<Row>[] = [];
  rows.forEach((row, index) => {
    const title = groupOf?.(row);
    const last = groups.at(-1);
    if (last?.title === title && last !== undefined) last.members.push(row);
    else groups.push({ title, from: index, members: [row] });
  });
  return groups;
}

function TableRow<Row>(props: DataTableProps<Row> & { readonly row: Row; readonly index: number }) {
  const { columns, row, index, rowAttributes, cellClass = CELL, headingAt = 0 } = props;
  const { rowClass = 'border-b border-line2' } = props;
  const { className, ...attributes } = rowAttributes?.(row, index) ?? {};
  return (
    <tr {...attributes} className={classNames(rowClass, className)}>
      {columns.map((column, at) => {
        const span = column.span?.(row);
        if (span === null) return null;
        const own = column.attributes?.(row, index) ?? {};
        const className = classNames(
          at === headingAt && 'font-normal',
          alignClass(column),
          cellClass,
          column.className,
          cellClassOf(column, row),
          own.className,
        );
        const content = column.cell(row, index, false);
        return at === headingAt ? (
          <th key={column.id} scope="row" {...own} {...span} className={className}>
            {content}
          </th>
        ) : (
          <td key={column.id} {...own} {...span} className={className}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}
