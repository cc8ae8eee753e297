'use client';

import { memo, useCallback, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Term, Tooltip } from '@/components/ui/tooltip';
import { formatInteger } from '@/lib/base/format';
import {
  columnName,
  costText,
  matrixTotals,
  type Matrix,
  type MatrixColumn,
  type MatrixRow,
  type MatrixTotals,
} from '@/lib/report/outcome/matrix';
import { loopRule } from '@/lib/analysis/detectors/loop-watch';
import { OutcomeMark, outcomeSentence } from '../outcome-mark';
import { windowName } from '../scenario-filter';
import { nextCell } from './next-cell';

/** Widths in pixels; fixed, so that no content moves other cells. */
const NAME_WIDTH = 284;
const CELL_WIDTH = 112;

/**
 * Rows are boxes of their own, not a table's: a browser then neither styles nor lays out those out of view, of up to
 * 20,000 cells. Their roles are written out, since some browsers take a table's from its layout.
 */
const nameCell = { width: NAME_WIDTH };
const valueCell = { width: CELL_WIDTH };

/** Totals below each column. */
const totalLines: readonly (readonly [
  label: string,
  read: (totals: MatrixTotals) => number,
  title?: string,
])[] = [
  ['overflow steps', ({ overflowSteps }) => overflowSteps],
  ['scenarios overflowing', ({ scenariosOverflowing }) => scenariosOverflowing],
  ['compactions', ({ compactions }) => compactions],
  ['loops', ({ loops }) => loops, loopRule.definition],
];

/** The cells of a matrix; arrow keys move between cells, Enter opens one. */
export function MatrixTable(props: {
  readonly matrix: Matrix;
  readonly opening: string | null;
  readonly onOpen: (id: string, column: MatrixColumn) => void;
}) {
  const { matrix, opening, onOpen } = props;
  const { columns, rows } = matrix;
  const totals = useMemo(() => matrixTotals(matrix), [matrix]);
  const isPriced = matrix.prices !== null;
  const body = useRef<HTMLTableSectionElement>(null);
  const latest = useRef({ columns, onOpen });
  latest.current = { columns, onOpen };

  const openCell = useCallback((target: EventTarget): void => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
    const { scenario, cell: key } = cell?.dataset ?? {};
    const column = latest.current.columns.find((one) => one.key === key);
    if (scenario !== undefined && column) latest.current.onOpen(scenario, column);
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      openCell(event.target);
      return;
    }
    const cells = [...(body.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
    const at = cells.findIndex((cell) => cell === document.activeElement);
    const next = nextCell(event.key, at, cells.length, columns.length);
    if (next === null) return;
    event.preventDefault();
    goTo(cells, at, next);
  }

  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <table
        role="grid"
        aria-label="Matrix"
        className="block text-left"
        style={{ width: NAME_WIDTH + columns.length * CELL_WIDTH }}
      >
        <thead role="rowgroup" className="sticky top-0 z-20 block">
          <tr role="row" className="flex">
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
          className="block"
          onKeyDown={onKeyDown}
          onClick={(event: MouseEvent) => openCell(event.target)}
        >
          {rows.map((row, index) => (
            <Row
              key={row.id}
              row={row}
              columns={columns}
              first={index === 0}
              opening={opening === row.id}
              isPriced={isPriced}
            />
          ))}
        </tbody>
        <tfoot role="rowgroup" className="sticky bottom-0 z-20 block border-t">
          {totalLines.map(([label, read, title], line) => (
            <tr key={label} role="row" className="flex">
              <th role="rowheader" scope="row" style={nameCell} className={totalName}>
                {title === undefined ? label : <Term text={title}>{label}</Term>}
              </th>
              {columns.map(({ key }, k) => {
                const total = totals[k];
                const value = total ? read(total) : 0;
                return (
                  <td
                    key={key}
                    role="gridcell"
                    data-total={`${label} ${key}`}
                    style={valueCell}
                    className={classNames(
                      totalValue,
                      value > 0 && line < 2 ? 'font-medium text-overflow' : '',
                    )}
                  >
                    {formatInteger(value)}
                  </td>
                );
              })}
            </tr>
          ))}
          {isPriced ? <CostLine columns={columns} totals={totals} /> : null}
        </tfoot>
      </table>
    </div>
  );
}

const totalName =
  'sticky left-0 z-10 flex h-6 shrink-0 items-center border-r bg-panel px-4 text-sm font-normal text-ink2';
const totalValue = 'h-6 shrink-0 bg-panel px-2 text-right text-sm/6';

/** What each column costs, below its counts. */
const CostLine = (props: {
  readonly columns: readonly MatrixColumn[];
  readonly totals: readonly MatrixTotals[];
}) => (
  <tr role="row" className="flex">
    <th role="rowheader" scope="row" style={nameCell} className={totalName}>
      cost
    </th>
    {props.columns.map(({ key }, k) => {
      const total = props.totals[k];
      return (
        <td
          key={key}
          role="gridcell"
          data-total={`cost ${key}`}
          style={valueCell}
          className={totalValue}
        >
          {total ? costText(total) : ''}
        </td>
      );
    })}
  </tr>
);

function goTo(cells: readonly HTMLElement[], from: number, to: number): void {
  const cell = cells[to];
  if (!cell) return;
  for (const one of cells) if (one.tabIndex === 0) one.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: 'nearest', inline: from < 0 ? 'start' : 'nearest' });
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

const Row = memo(
  function Row(props: {
    readonly row: MatrixRow;
    readonly columns: readonly MatrixColumn[];
    readonly first: boolean;
    readonly opening: boolean;
    readonly isPriced: boolean;
  }) {
    const { row, columns, first, opening, isPriced } = props;
    const { id, name, window, outcomes } = row;
    return (
      <tr
        role="row"
        className={classNames(
          'flex [content-visibility:auto] hover:bg-sel',
          isPriced ? 'h-11' : 'h-7',
        )}
      >
        <th
          role="rowheader"
          scope="row"
          style={nameCell}
          className="sticky left-0 z-[5] shrink-0 truncate border-r border-b border-b-line2 bg-bg pr-2 pl-4 leading-7 font-normal"
          title={name}
        >
          <span className="inline-block w-10 text-sm text-ink3">{windowName(window)}</span>
          {name.replace(/^(4k|8k|200k|1M)_/, '')}
          {opening ? <span className="text-sm text-ink3"> opening…</span> : null}
        </th>
        {columns.map((column, k) => {
          const { key } = column;
          const outcome = outcomes[k];
          const sentence = outcome ? outcomeSentence(outcome) : 'not computed';
          return (
            <td
              key={key}
              role="gridcell"
              data-cell={key}
              data-scenario={id}
              tabIndex={first && k === 0 ? 0 : -1}
              aria-label={`${name}, ${columnName(column)}: ${sentence}`}
              title={sentence}
              style={valueCell}
              className={classNames(
                'shrink-0 cursor-pointer border-b border-line2 px-2 text-right whitespace-nowrap focus-visible:-outline-offset-2',
                isPriced ? 'leading-snug' : 'leading-7',
                outcome?.kind === 'overflow' && 'bg-overflow/8',
                outcome?.kind === 'loop' && 'bg-band',
              )}
            >
              {outcome ? <OutcomeMark outcome={outcome} /> : <span className="text-ink3">·</span>}
              {isPriced ? (
                <span className="block text-sm text-ink2">{outcome ? costText(outcome) : ''}</span>
              ) : null}
            </td>
          );
        })}
      </tr>
    );
  },
  (a, b) =>
    a.columns === b.columns &&
    a.first === b.first &&
    a.opening === b.opening &&
    a.isPriced === b.isPriced &&
    a.row.id === b.row.id &&
    a.row.outcomes.every((outcome, k) => outcome === b.row.outcomes[k]),
);
