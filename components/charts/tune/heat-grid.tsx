'use client';

import { memo, useId, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { nextCell } from '@/components/ui/grid/grid-keys';
import { useSize } from '@/components/ui/use-size';
import { FingerHold } from './finger-hold';
import type { HeatCell, HeatMark, HeatPlace, HeatRows } from './heat-rows';
import { outlinePath } from './outline';

const ROW = 17;
/** Room for the rows' labels and for the marks beside the rows. */
const LEFT = 36;
const RIGHT = 84;
/** Widest and narrowest cell; below the second no number is written. */
const WIDEST = 56;
const WITH_TEXT = 20;
/** Cells that Page Up and Page Down move by. */
const PAGE = 5;

/** A heat map of two settings: arrow keys move the selected cell, Enter opens it. */
export function HeatGrid(props: {
  readonly rows: HeatRows;
  readonly selected: HeatPlace;
  readonly onSelect: (place: HeatPlace) => void;
  readonly onOpen: () => void;
}) {
  const { rows, selected, onSelect, onOpen } = props;
  const { xLabels, yLabels, cells, label } = rows;
  const root = useRef<HTMLDivElement>(null);
  const { width } = useSize(root);
  const id = useId();
  const columns = xLabels.length;
  const cell = Math.max(4, Math.min(WIDEST, Math.floor((width - LEFT - RIGHT) / columns)));
  const at = selected.y * columns + selected.x;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      return onOpen();
    }
    const next = moved(event.key, selected, columns, yLabels.length);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
  }
  const clamped = (x: number, y: number): HeatPlace => ({
    x: Math.max(0, Math.min(columns - 1, x)),
    y: Math.max(0, Math.min(yLabels.length - 1, y)),
  });
  function onClick({ clientX, clientY, currentTarget }: MouseEvent): void {
    const { left, bottom } = currentTarget.getBoundingClientRect();
    onSelect(clamped(Math.floor((clientX - left) / cell), Math.floor((bottom - clientY) / ROW)));
  }

  return (
    <div ref={root} className="text-xs text-ink2">
      <Above rows={rows} cell={cell} />
      <div className="flex">
        <Labels labels={yLabels} strong={rows.baseline?.y ?? -1} />
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={yLabels.length}
          aria-colcount={columns}
          aria-activedescendant={`${id}-${at}`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onClick={onClick}
          className="relative shrink-0 cursor-default focus-visible:outline-offset-4"
          style={{ width: cell * columns, height: ROW * yLabels.length }}
        >
          <Cells id={id} cells={cells} columns={columns} width={cell} selected={at} />
          <Outlines rows={rows} cell={cell} selected={selected} />
          <FingerHold
            x={(selected.x + 0.5) * cell}
            y={(yLabels.length - selected.y - 0.5) * ROW}
            held={selected}
            onMove={(from, right, down) =>
              onSelect(clamped(from.x + Math.round(right / cell), from.y - Math.round(down / ROW)))
            }
          />
        </div>
        <Marks marks={rows.marks} rows={yLabels.length} />
      </div>
      <div aria-hidden="true" className="relative mt-1 h-4" style={{ marginLeft: LEFT }}>
        {xLabels.map((text, x) =>
          text === '' ? null : (
            <span
              key={x}
              className="absolute -translate-x-1/2 text-ink3"
              style={{ left: (x + 0.5) * cell }}
            >
              {text}
            </span>
          ),
        )}
      </div>
    </div>
  );
}

/** The place a key leads to, rows counted from below; null for other keys. */
function moved(key: string, { x, y }: HeatPlace, columns: number, rows: number): HeatPlace | null {
  const size = { rows, columns, page: PAGE };
  const next = nextCell(key, { row: rows - 1 - y, column: x }, size);
  return next === null ? null : { x: next.column, y: rows - 1 - next.row };
}

const fills: Readonly<Record<HeatCell['kind'], string>> = {
  value: 'text-ink',
  broken: 'font-semibold text-overflow',
  outside: 'text-ink3',
  open: 'border border-line',
};

const Cells = memo(function Cells(props: {
  readonly id: string;
  readonly cells: readonly HeatCell[];
  readonly columns: number;
  readonly width: number;
  readonly selected: number;
}) {
  const { id, cells, columns, width, selected } = props;
  const rows = Math.ceil(cells.length / columns);
  return Array.from({ length: rows }, (_, line) => {
    const y = rows - 1 - line;
    const first = y * columns;
    return (
      <div key={y} role="row" aria-rowindex={line + 1} className="flex" style={{ height: ROW }}>
        {cells.slice(first, first + columns).map((cell, x) => (
          <div
            key={x}
            id={`${id}-${first + x}`}
            role="gridcell"
            aria-colindex={x + 1}
            aria-selected={first + x === selected}
            aria-label={cell.words}
            title={cell.words}
            data-heat={first + x}
            className={classNames(
              'overflow-hidden border-r border-b border-panel text-center text-[0.625rem] leading-4',
              fills[cell.kind],
            )}
            style={{ width, background: groundOf(cell) }}
          >
            {width >= WITH_TEXT ? cell.text : cell.kind === 'broken' ? '▲' : ''}
          </div>
        ))}
      </div>
    );
  });
});

/** Lines across a cell: nothing in it can be chosen. */
const hatched = (colour: string, ground: string): string =>
  `repeating-linear-gradient(135deg, color-mix(in srgb, ${colour} 30%, transparent) 0 1px, transparent 1px 5px), ${ground}`;

const grounds: Readonly<Record<Exclude<HeatCell['kind'], 'value'>, string>> = {
  broken: hatched('var(--overflow)', 'color-mix(in srgb, var(--overflow) 10%, var(--panel))'),
  outside: hatched('var(--ink3)', 'var(--line2)'),
  open: 'transparent',
};

/** More of the compaction's colour for more of them. */
const groundOf = ({ kind, level }: HeatCell): string =>
  kind === 'value' ? shade(level) : grounds[kind];

/** Ground of a value, 0 to 1. */
const shade = (level: number): string =>
  `color-mix(in srgb, var(--compaction) ${Math.round(4 + 40 * level)}%, var(--panel))`;

/** Plateau, generated-only cells, baseline, selected cell and the limit, above the cells. */
function Outlines(props: {
  readonly rows: HeatRows;
  readonly cell: number;
  readonly selected: HeatPlace;
}) {
  const { rows, cell, selected } = props;
  const columns = rows.xLabels.length;
  const lines = rows.yLabels.length;
  const size = { width: cell, height: ROW };
  const box = ({ x, y }: HeatPlace) => ({
    x: x * cell,
    y: (lines - 1 - y) * ROW,
    width: cell,
    height: ROW,
  });
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 overflow-visible"
      width={cell * columns}
      height={ROW * lines}
      fill="none"
    >
      <path
        d={outlinePath(rows.generatedOnly, columns, lines, size)}
        className="stroke-ink2"
        strokeWidth={1.25}
        strokeDasharray="2 2"
      />
      <path
        d={outlinePath(rows.plateau, columns, lines, size)}
        className="stroke-ink"
        strokeWidth={2}
        strokeLinecap="square"
      />
      {rows.edge === null ? null : (
        <path
          d={`M${(rows.edge.after + 1) * cell} -10V${ROW * lines + 3}`}
          className="stroke-window"
          strokeWidth={1.5}
          strokeDasharray="3 3"
        />
      )}
      {rows.baseline === null ? null : (
        <rect {...box(rows.baseline)} className="stroke-accent" strokeWidth={2.5} />
      )}
      <rect {...box(selected)} className="stroke-ink" strokeWidth={1.75} strokeDasharray="3 2" />
    </svg>
  );
}

function Above({ rows, cell }: { readonly rows: HeatRows; readonly cell: number }) {
  const { edge } = rows;
  const at = edge === null ? 0 : LEFT + (edge.after + 1) * cell;
  return (
    <div className="relative mb-2 h-4">
      <span className="absolute left-0">{rows.yName} ↑</span>
      {edge === null ? null : (
        <>
          <span
            className="absolute -translate-x-full truncate pr-1.5 whitespace-nowrap max-[500px]:hidden"
            style={{ left: at }}
          >
            {edge.left}
          </span>
          <span className="absolute pl-1.5 whitespace-nowrap text-window" style={{ left: at }}>
            {edge.right}
          </span>
        </>
      )}
    </div>
  );
}

function Labels(props: { readonly labels: readonly string[]; readonly strong: number }) {
  const { labels, strong } = props;
  return (
    <div
      aria-hidden="true"
      className="flex shrink-0 flex-col-reverse pr-2 text-right text-ink3"
      style={{ width: LEFT }}
    >
      {labels.map((text, y) => (
        <span
          key={y}
          className={y === strong ? 'font-semibold text-ink' : ''}
          style={{ height: ROW, lineHeight: `${ROW}px` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

function Marks(props: { readonly marks: readonly HeatMark[]; readonly rows: number }) {
  return (
    <div className="relative" style={{ width: RIGHT }}>
      {props.marks.map(({ row, text, strong }) => (
        <span
          key={`${row} ${text}`}
          className={classNames(
            'absolute pl-1.5 whitespace-nowrap',
            strong ? 'font-semibold text-accent' : 'text-ink2',
          )}
          style={{ top: (props.rows - 1 - row) * ROW, lineHeight: `${ROW}px` }}
        >
          {strong ? '◀ ' : ''}
          {text}
        </span>
      ))}
    </div>
  );
}
