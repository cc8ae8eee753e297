'use client';

import { useTable, type RowSelectionState } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRouter } from 'next/navigation';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { SessionRow } from '@/lib/api/contract';
import { nextActive } from './grid-keys';
import type { LibraryView, SortColumn } from './library-view';
import { libraryColumns, libraryFeatures } from './session-columns';
import { rowElementId, SessionRowView } from './session-row';
import { SessionTableHead } from './session-table-head';
import { useMinute } from './use-minute';

const ROW_HEIGHT = 34;
const HEAD_HEIGHT = 53;
const OVERSCAN = 10;

/** Properties of {@link SessionTable}. */
export interface SessionTableProps {
  readonly rows: readonly SessionRow[];
  readonly parents: ReadonlyMap<string, SessionRow>;
  readonly sort: LibraryView['sort'];
  readonly onSort: (column: SortColumn) => void;
  readonly selected: RowSelectionState;
  readonly onSelect: (selected: RowSelectionState) => void;
  readonly onDelete: (ids: readonly string[]) => void;
}

/** The sessions in a virtual grid: sorted, selected, gone through by keys. */
export function SessionTable(props: SessionTableProps) {
  const { rows, parents, sort, onSort, selected, onSelect, onDelete } = props;
  const router = useRouter();
  const now = useMinute();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const anchor = useRef(-1);
  const sorting = useMemo(() => [{ id: sort.column, desc: sort.descending }], [sort]);
  const table = useTable({
    features: libraryFeatures,
    columns: libraryColumns,
    data: rows,
    getRowId: (row) => row.id,
    state: { sorting, rowSelection: selected },
  });
  const shown = table.getRowModel().rows;
  const active = useMemo(() => shown.findIndex(({ id }) => id === activeId), [shown, activeId]);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: OVERSCAN,
    scrollPaddingStart: HEAD_HEIGHT,
    paddingStart: 0,
  });

  const latest = useRef({ shown, selected });
  latest.current = { shown, selected };

  /** Selects the rows between two positions, both included. */
  const selectRange = useCallback(
    (from: number, to: number) => {
      const range = latest.current.shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      onSelect({
        ...latest.current.selected,
        ...Object.fromEntries(range.map(({ id }) => [id, true])),
      });
    },
    [onSelect],
  );

  const toggle = useCallback(
    (index: number, range: boolean) => {
      const row = latest.current.shown[index];
      if (!row) return;
      setActiveId(row.id);
      if (range && anchor.current >= 0) return selectRange(anchor.current, index);
      anchor.current = index;
      const { [row.id]: known, ...rest } = latest.current.selected;
      onSelect(known === true ? rest : { ...rest, [row.id]: true });
    },
    [onSelect, selectRange],
  );

  const open = useCallback(
    (index: number) => {
      const row = latest.current.shown[index];
      if (row) router.push(`/sessions/${row.id}`);
    },
    [router],
  );

  const selectedCount = shown.reduce((sum, { id }) => sum + (selected[id] === true ? 1 : 0), 0);
  const everything = (): void =>
    onSelect(
      selectedCount === shown.length ? {} : Object.fromEntries(shown.map(({ id }) => [id, true])),
    );

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLButtonElement || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const next = nextActive(event.key, active, shown.length, page);
    if (next !== null) {
      if (event.shiftKey) selectRange(active < 0 ? next : active, next);
      else anchor.current = next;
      setActiveId(shown[next]?.id ?? null);
      virtualizer.scrollToIndex(next);
    } else if (event.key === 'Enter' && active >= 0) open(active);
    else if (event.key === ' ' && active >= 0) toggle(active, false);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) everything();
    else if (event.key === 'Escape' && selectedCount > 0) onSelect({});
    else if (event.key === 'Delete' || event.key === 'Backspace') deleteRows();
    else return;
    event.preventDefault();
  }

  function deleteRows(): void {
    const ids = shown.filter(({ id }) => selected[id] === true).map(({ id }) => id);
    const row = shown[active];
    if (ids.length === 0 && row) ids.push(row.id);
    if (ids.length === 0) return;
    setActiveId(shown.slice(active + 1).find(({ id }) => !ids.includes(id))?.id ?? null);
    onDelete(ids);
  }

  const items = virtualizer.getVirtualItems();
  const activeShown = items.some(({ index }) => index === active);
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label="Sessions"
      aria-rowcount={shown.length + 2}
      aria-multiselectable="true"
      {...(activeShown && activeId !== null
        ? { 'aria-activedescendant': rowElementId(activeId) }
        : {})}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="@container group min-h-0 flex-1 overflow-auto focus-visible:outline-none"
    >
      <SessionTableHead
        sort={sort}
        onSort={onSort}
        selection={selectedCount === 0 ? 'none' : selectedCount === shown.length ? 'all' : 'some'}
        onSelectAll={everything}
      />
      <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const row = shown[index]?.original;
          if (!row) return null;
          return (
            <SessionRowView
              key={key}
              row={row}
              parent={parents.get(row.id)}
              index={index}
              top={start}
              active={index === active}
              selected={selected[row.id] === true}
              now={now}
              onToggle={toggle}
              onOpen={open}
            />
          );
        })}
      </div>
    </div>
  );
}
