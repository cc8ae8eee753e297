'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { EventMark, type EventKind } from './event-mark';
import type { LibraryView, SortColumn } from './library-view';
import { LIBRARY_GRID, shownFrom } from './session-columns';

interface HeadCell {
  readonly column: SortColumn;
  readonly label: string;
  /** What the column says, where its label is short. */
  readonly title: string;
  readonly right?: boolean;
  readonly mark?: EventKind;
  readonly className?: string;
}

const cells: readonly HeadCell[] = [
  { column: 'name', label: 'name', title: 'What the session is called' },
  { column: 'source', label: 'source', title: 'Format of the trace', className: shownFrom.source },
  {
    column: 'agent',
    label: 'agent',
    title: 'The agent that recorded it',
    className: shownFrom.agent,
  },
  { column: 'model', label: 'model', title: 'The model of most steps', className: shownFrom.model },
  { column: 'steps', label: 'steps', title: 'Attempted model calls', right: true },
  {
    column: 'peak',
    label: 'peak of limit',
    title: 'Largest real tokens of any recorded request, in percent of the limit; ~ projected',
    right: true,
  },
  {
    column: 'recorded',
    label: 'comp.',
    title: 'Compactions in the recording',
    right: true,
    mark: 'recorded',
  },
  {
    column: 'compactions',
    label: 'comp.',
    title: 'Compactions under the latest ContextGuard with window = limit',
    right: true,
    mark: 'replayed',
  },
  {
    column: 'overflow',
    label: 'overflow',
    title: 'Overflowing steps under the latest ContextGuard with window = limit',
    right: true,
    mark: 'overflow',
  },
  {
    column: 'tier',
    label: 'tier',
    title: 'Usage: A every step and the prefix · B no prefix · C some steps · D none',
    right: true,
  },
  {
    column: 'imported',
    label: 'imported',
    title: 'When it came into the library',
    right: true,
    className: shownFrom.imported,
  },
];

/** The table's head: groups, then the columns to sort by. */
export function SessionTableHead({
  sort,
  onSort,
  selection,
  onSelectAll,
}: {
  readonly sort: LibraryView['sort'];
  readonly onSort: (column: SortColumn) => void;
  readonly selection: 'none' | 'some' | 'all';
  readonly onSelectAll: () => void;
}) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b bg-bg">
      <div
        role="row"
        aria-rowindex={1}
        className={classNames(LIBRARY_GRID, 'h-6 text-xs text-ink3')}
      >
        <span
          role="columnheader"
          className="col-span-2 @4xl:col-span-3 @6xl:col-span-4 @7xl:col-span-5"
        >
          <span className="sr-only">Session</span>
        </span>
        <GroupHead className="col-span-3">recorded</GroupHead>
        <GroupHead className="col-span-2">ContextGuard at the limit</GroupHead>
        <span role="columnheader" className="@4xl:col-span-2">
          <span className="sr-only">Import</span>
        </span>
      </div>
      <div role="row" aria-rowindex={2} className={classNames(LIBRARY_GRID, 'h-7')}>
        <span role="columnheader" className="flex items-stretch">
          <label className="flex w-full items-center justify-center">
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label="Select all sessions shown"
              checked={selection === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = selection === 'some';
              }}
              onChange={onSelectAll}
            />
          </label>
        </span>
        {cells.map((cell) => (
          <HeadButton key={cell.column} cell={cell} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  );
}

function GroupHead({
  children,
  className,
}: {
  readonly children: string;
  readonly className: string;
}) {
  return (
    <span role="columnheader" className={classNames('flex items-end justify-end px-2', className)}>
      <span className="w-full truncate border-b border-line pb-0.5 text-right">{children}</span>
    </span>
  );
}

function HeadButton({
  cell,
  sort,
  onSort,
}: {
  readonly cell: HeadCell;
  readonly sort: LibraryView['sort'];
  readonly onSort: (column: SortColumn) => void;
}) {
  const sorted = sort.column === cell.column;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
      className={classNames('min-w-0', cell.className)}
    >
      <button
        type="button"
        title={cell.title}
        onClick={() => onSort(cell.column)}
        className={classNames(
          'flex h-7 w-full min-w-0 items-center gap-1 px-2 text-sm hover:text-ink',
          cell.right === true && 'justify-end',
          sorted ? 'font-medium text-ink' : 'text-ink2',
        )}
      >
        {cell.mark === undefined ? null : <EventMark kind={cell.mark} />}
        <span className="truncate">{cell.label}</span>
        {sorted ? <Arrow size={11} aria-hidden="true" className="shrink-0" /> : null}
      </button>
    </span>
  );
}
