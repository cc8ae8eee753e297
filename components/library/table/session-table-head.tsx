'use client';

import { classNames } from '@/components/ui/class-names';
import { SortButton, sortStateOf } from '@/components/ui/sort-button';
import { EventMark, type EventKind } from './event-mark';
import type { LibraryView, SortColumn } from '../library-view';
import type { SelectionState } from '../use-selection';
import { LIBRARY_GRID, shownFrom, stuck } from './session-columns';

interface HeadCell {
  readonly column: SortColumn;
  readonly label: string;
  /** Explains a short label. */
  readonly title: string;
  readonly right: boolean;
  readonly mark?: EventKind;
  readonly className?: string;
}

type HeadLook = Pick<HeadCell, 'mark' | 'className'>;

const words = (column: SortColumn, title: string, look: HeadLook = {}): HeadCell => ({
  ...{ column, label: column, title, right: false },
  ...look,
});
const figures = (
  column: SortColumn,
  label: string,
  title: string,
  look: HeadLook = {},
): HeadCell => ({ ...{ column, label, title, right: true }, ...look });

const cells: readonly HeadCell[] = [
  words('name', 'Session name', { className: stuck.name }),
  words('source', 'Format of the trace', { className: shownFrom.source }),
  words('agent', 'The agent that recorded it', { className: shownFrom.agent }),
  words('model', 'The model of most steps', { className: shownFrom.model }),
  figures('steps', 'steps', 'Attempted model calls'),
  figures(
    'peak',
    'peak of limit',
    'Largest real tokens of any recorded request, in percent of the limit; ~ projected',
  ),
  figures('recorded', 'comp.', 'Compactions in the recording', { mark: 'recorded' }),
  words('policy', 'The policy that it opens with: the agent’s own, else ContextGuard', {
    className: shownFrom.policy,
  }),
  figures('compactions', 'comp.', 'Compactions of the replay as the session opens', {
    mark: 'replayed',
  }),
  figures('overflow', 'overflow', 'Overflow steps of the replay as the session opens', {
    mark: 'overflow',
  }),
  figures('findings', 'findings', 'Findings as it ran, without those you suppressed', {
    className: shownFrom.findings,
  }),
  figures('imported', 'imported', 'Time of the import', {
    className: shownFrom.imported,
  }),
];

/** The table's head: groups, then the columns to sort by. */
export function SessionTableHead(props: {
  readonly sort: LibraryView['sort'];
  readonly onSort: (column: SortColumn) => void;
  readonly selection: SelectionState;
  readonly onSelectAll: () => void;
}) {
  const { sort, onSort, selection, onSelectAll } = props;
  return (
    <div role="rowgroup" className="sticky top-0 z-10 min-w-[44rem] border-b bg-bg @3xl:min-w-0">
      <div
        role="row"
        aria-rowindex={1}
        className={classNames(LIBRARY_GRID, 'h-6 bg-bg text-xs text-ink3')}
      >
        <span
          role="columnheader"
          className="col-span-2 @4xl:col-span-3 @6xl:col-span-4 @7xl:col-span-5"
        >
          <span className="sr-only">Session</span>
        </span>
        <GroupHead className="col-span-3">recorded</GroupHead>
        <GroupHead className="col-span-2 @6xl:col-span-3">replay as it opens</GroupHead>
        <span role="columnheader" className="hidden @4xl:col-span-2 @4xl:block">
          <span className="sr-only">Findings and import</span>
        </span>
      </div>
      <div role="row" aria-rowindex={2} className={classNames(LIBRARY_GRID, 'h-7 bg-bg')}>
        <span role="columnheader" className={classNames('flex items-stretch', stuck.box)}>
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

function GroupHead(props: { readonly children: string; readonly className: string }) {
  const { children, className } = props;
  return (
    <span role="columnheader" className={classNames('flex items-end justify-end px-2', className)}>
      <span className="w-full truncate border-b border-line pb-0.5 text-right">{children}</span>
    </span>
  );
}

function HeadButton(props: {
  readonly cell: HeadCell;
  readonly sort: LibraryView['sort'];
  readonly onSort: (column: SortColumn) => void;
}) {
  const { cell, sort, onSort } = props;
  const { column, label, title, right, mark } = cell;
  const state = sortStateOf(sort, column);
  return (
    <span role="columnheader" aria-sort={state} className={classNames('min-w-0', cell.className)}>
      <SortButton
        {...{ state, title, right }}
        className="h-7 min-w-0 px-2 text-sm"
        onClick={() => onSort(column)}
      >
        {mark === undefined ? null : <EventMark kind={mark} />}
        <span className="truncate">{label}</span>
      </SortButton>
    </span>
  );
}
