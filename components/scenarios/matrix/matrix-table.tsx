'use client';

import { useMemo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataGrid } from '@/components/ui/grid/data-grid';
import { Tooltip } from '@/components/ui/tooltip';
import {
  columnName,
  costText,
  type Matrix,
  type MatrixColumn,
  type MatrixRow,
} from '@/lib/answers/report/outcome/matrix';
import { OutcomeMark, outcomeSentence } from '../outcome-mark';
import { windowName } from '../scenario-filter';
import { totalLines } from './matrix-totals';

/** Pixels of a row, without and with a cost. */
const ROW_HEIGHT = 28;
const PRICED_HEIGHT = 44;
/** Widths in pixels; fixed, so that no content moves other cells. */
const NAME_WIDTH = 284;
const CELL_WIDTH = 112;

/** The cells of a matrix, up to 20,000; arrow keys move between cells, Enter opens one. */
export function MatrixTable(props: {
  readonly matrix: Matrix;
  readonly opening: string | null;
  readonly onOpen: (id: string, column: MatrixColumn) => void;
}) {
  const { matrix, opening, onOpen } = props;
  const { columns, rows } = matrix;
  const isPriced = matrix.prices !== null;
  const drawn = useMemo(
    () => [
      nameColumn(opening, isPriced),
      ...columns.map((column, at) => policyColumn(column, at, isPriced)),
    ],
    [columns, opening, isPriced],
  );
  const foot = useMemo(() => totalLines(matrix), [matrix]);
  return (
    <DataGrid
      label="Matrix"
      columns={drawn}
      rows={rows}
      keyOf={({ id }) => id}
      rowHeight={isPriced ? PRICED_HEIGHT : ROW_HEIGHT}
      minWidth={NAME_WIDTH + columns.length * CELL_WIDTH}
      overscan={8}
      className="min-h-0 flex-1 scroll-pl-[284px]"
      headClass="z-20 text-sm"
      rowClass="hover:bg-sel"
      cellClass=""
      isSameRow={isDrawnAlike}
      onOpenCell={({ id }, key) => {
        const column = columns.find((one) => one.key === key);
        if (column) onOpen(id, column);
      }}
      foot={foot}
    />
  );
}

const isDrawnAlike = (a: MatrixRow, b: MatrixRow): boolean =>
  a.id === b.id && a.outcomes.every((outcome, k) => outcome === b.outcomes[k]);

/** The scenarios' names, in view however far the columns are scrolled. */
const nameColumn = (opening: string | null, isPriced: boolean): Column<MatrixRow> => ({
  id: 'scenario',
  width: `${NAME_WIDTH}px`,
  className: 'sticky left-0 z-[5] border-r px-4',
  headClass: 'flex items-end border-b bg-bg py-1.5 text-ink2',
  cellClass: `border-b border-b-line2 bg-bg ${isPriced ? 'leading-11' : 'leading-7'}`,
  attributes: ({ name }) => ({ title: name }),
  cell: ({ id, name, window }) => (
    <>
      <span className="inline-block w-10 text-sm text-ink3">{windowName(window)}</span>
      {name.replace(/^(4k|8k|200k|1M)_/, '')}
      {opening === id ? <span className="text-sm text-ink3"> opening…</span> : null}
    </>
  ),
});

/** What a policy does in every scenario. */
const policyColumn = (column: MatrixColumn, at: number, isPriced: boolean): Column<MatrixRow> =>
  figureColumn(column.key, (row) => <OutcomeCell row={row} at={at} isPriced={isPriced} />, {
    head: <PolicyHead column={column} />,
    width: `${CELL_WIDTH}px`,
    className: 'px-2',
    headClass: 'flex items-end border-b bg-bg py-1.5',
    cellClass: ({ outcomes }) =>
      classNames(
        'cursor-pointer border-b border-line2 focus-visible:-outline-offset-2',
        isPriced ? 'pt-1 leading-snug' : 'leading-7',
        outcomes[at]?.kind === 'overflow' && 'bg-overflow/8',
        outcomes[at]?.kind === 'loop' && 'bg-band',
      ),
    attributes: ({ id, name, outcomes }) => {
      const outcome = outcomes[at];
      const sentence = outcome ? outcomeSentence(outcome) : 'not computed';
      return {
        'data-cell': column.key,
        'data-scenario': id,
        'aria-label': `${name}, ${columnName(column)}: ${sentence}`,
        title: sentence,
      };
    },
  });

function OutcomeCell(props: {
  readonly row: MatrixRow;
  readonly at: number;
  readonly isPriced: boolean;
}) {
  const { row, at, isPriced } = props;
  const outcome = row.outcomes[at];
  return (
    <>
      {outcome ? <OutcomeMark outcome={outcome} /> : <span className="text-ink3">·</span>}
      {isPriced ? (
        <span className="block text-sm text-ink2">{outcome ? costText(outcome) : ''}</span>
      ) : null}
    </>
  );
}

function PolicyHead({ column }: { readonly column: MatrixColumn }) {
  const { label, policyLabel, version, basis, preset } = column;
  return (
    <Tooltip text={`${columnName(column)} · ${version} · ${basis}`}>
      <button type="button" className="w-full cursor-help text-right">
        <span className="block font-medium wrap-anywhere">{policyLabel}</span>
        {preset === null ? null : <span className="line-clamp-3">{label}</span>}
        <span className="block truncate text-xs text-ink3">{version}</span>
      </button>
    </Tooltip>
  );
}
