import type { HTMLAttributes, Key, ReactNode } from 'react';
import { SortButton, sortStateOf } from '../sort-button';
import { Term } from '../tooltip';

/** What a row or a cell carries besides its content: `data-…`, titles, listeners. */
export type CellAttributes = HTMLAttributes<HTMLElement> & {
  readonly [name: `data-${string}`]: string | number | boolean | undefined;
};

/** A column of a {@link DataTable} or {@link DataGrid}. */
export interface Column<Row> {
  /** Another for each column of a table; the heading where `head` is left out. */
  readonly id: string;
  readonly head?: ReactNode;
  /** Meaning of the heading, in a tip. */
  readonly about?: string;
  /** True where a click on the heading sorts by the column. */
  readonly sortable?: boolean;
  /** Left where left out; numbers stand right. */
  readonly align?: 'left' | 'center' | 'right';
  /** Width in a {@link DataGrid}, as `grid-template-columns` reads it; an equal share where left out. */
  readonly width?: string;
  /** Classes of the heading and the cells. */
  readonly className?: string;
  readonly headClass?: string;
  readonly cellClass?: string | ((row: Row) => string);
  /** What a cell shows; `isActive` is true in the active row. */
  readonly cell: (row: Row, index: number, isActive: boolean) => ReactNode;
  readonly attributes?: (row: Row, index: number) => CellAttributes;
  /** Rows and columns of a {@link DataTable} that a cell takes; null where another takes its place. */
  readonly span?: (row: Row) => { readonly rowSpan?: number; readonly colSpan?: number } | null;
}

/** A column of figures, which stand right; `id` is its heading, and `more` what else it has. */
export const figureColumn = <Row,>(
  id: string,
  cell: Column<Row>['cell'],
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ id, align: 'right', cell, ...more });

/** Columns of rows that are lists of cells, in the columns' order. */
export const cellColumns = (
  columns: readonly Omit<Column<readonly ReactNode[]>, 'cell'>[],
): readonly Column<readonly ReactNode[]>[] =>
  columns.map((column, at) => ({ ...column, cell: (row) => row[at] }));

/** The order of a table's rows, by a column's id. */
export interface TableSort {
  readonly column: string;
  readonly descending: boolean;
}

/** What tables of both kinds have. */
export interface TableRows<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => Key;
  readonly rowAttributes?: (row: Row, index: number) => CellAttributes;
  /** The order the rows are in; the table does not sort them itself. */
  readonly sort?: TableSort | null;
  /** Called with the id of a column whose heading is clicked. */
  readonly onSort?: ((column: string) => void) | undefined;
}

/** `aria-sort` of a column's heading; undefined where nothing sorts by it. */
export const ariaSort = <Row,>(
  { id, sortable = false }: Column<Row>,
  sort: TableSort | null | undefined,
): 'ascending' | 'descending' | 'none' | undefined =>
  sortable ? sortStateOf(sort ?? null, id) : undefined;

/** What a column's heading shows: a button that sorts, a word that explains itself, or a word. */
export function ColumnHead<Row>(
  props: Pick<TableRows<Row>, 'sort' | 'onSort'> & { readonly column: Column<Row> },
): ReactNode {
  const { column, sort, onSort } = props;
  const { id, head = id, about, sortable = false, align } = column;
  if (sortable) {
    return (
      <SortButton
        state={sortStateOf(sort ?? null, id)}
        title={about ?? ''}
        right={align === 'right'}
        className=""
        onClick={() => onSort?.(id)}
      >
        {head}
      </SortButton>
    );
  }
  if (about === undefined) return head;
  return (
    <Term text={about} className="no-underline hover:text-ink">
      {head}
    </Term>
  );
}

/** The class that aligns a column. */
export const alignClass = ({ align = 'left' }: { readonly align?: Column<never>['align'] }) =>
  ({ left: 'text-left', center: 'text-center', right: 'text-right' })[align];

/** Classes of a column's cell in a row. */
export const cellClassOf = <Row,>({ cellClass }: Column<Row>, row: Row): string | undefined =>
  typeof cellClass === 'function' ? cellClass(row) : cellClass;
