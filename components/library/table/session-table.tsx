'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { SessionRow } from '@/lib/host/api/contract/contract';
import { nextActive } from './grid-keys';
import type { LibraryView, SortColumn } from '../library-view';
import { rowElementId } from './session-row';
import { HEAD_HEIGHT, ROW_HEIGHT, SessionRows } from './session-rows';
import { SessionTableHead } from './session-table-head';

/** Properties of {@link SessionTable}. */
interface SessionTableProps {
  /** Sorted and searched. */
  readonly shown: readonly SessionRow[];
  readonly parents: ReadonlyMap<string, SessionRow>;
  readonly sort: LibraryView['sort'];
  readonly onSort: (column: SortColumn) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onDelete: (ids: readonly string[]) => void;
}

/** The sessions in a virtual grid, navigated by pointer or keys. */
export function SessionTable(props: SessionTableProps) {
  const { shown, parents, sort, onSort, selected, onSelect, onDelete } = props;
  const router = useRouter();
  // State, not a ref: the rows are mounted before a ref of their container is set.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const anchor = useRef(-1);
  const [activeId, setActiveId] = useState<string | null>(null);
  const active = useMemo(
    () => (activeId === null ? -1 : shown.findIndex(({ id }) => id === activeId)),
    [shown, activeId],
  );
  const latest = useRef({ shown, selected });
  latest.current = { shown, selected };

  const selectRange = useCallback(
    (from: number, to: number) => {
      const range = latest.current.shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      onSelect(new Set([...latest.current.selected, ...range.map(({ id }) => id)]));
    },
    [onSelect],
  );

  const toggle = useCallback(
    (index: number, { range = false } = {}) => {
      const row = latest.current.shown[index];
      if (!row) return;
      setActiveId(row.id);
      if (range && anchor.current >= 0) return selectRange(anchor.current, index);
      anchor.current = index;
      const next = new Set(latest.current.selected);
      if (!next.delete(row.id)) next.add(row.id);
      onSelect(next);
    },
    [onSelect, selectRange],
  );

  const open = useCallback((id: string) => router.push(`/sessions/${id}`), [router]);

  const selectedCount = useMemo(
    () => (selected.size === 0 ? 0 : shown.filter(({ id }) => selected.has(id)).length),
    [shown, selected],
  );
  const everything = (): void =>
    onSelect(new Set(selectedCount === shown.length ? [] : shown.map(({ id }) => id)));

  function goTo(next: number, extend: boolean): void {
    if (extend) selectRange(active < 0 ? next : active, next);
    else anchor.current = next;
    setActiveId(shown[next]?.id ?? null);
    if (scroller) bringIntoView(scroller, next);
  }

  function deleteRows(): void {
    const ids = shown.filter(({ id }) => selected.has(id)).map(({ id }) => id);
    const row = shown[active];
    if (ids.length === 0 && row) ids.push(row.id);
    if (ids.length === 0) return;
    const gone = new Set(ids);
    setActiveId(shown.slice(active + 1).find(({ id }) => !gone.has(id))?.id ?? null);
    onDelete(ids);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLButtonElement || event.altKey) return;
    const page = Math.floor(((scroller?.clientHeight ?? 0) - HEAD_HEIGHT) / ROW_HEIGHT) - 1;
    const next = nextActive(event.key, active, shown.length, Math.max(1, page));
    const row = shown[active];
    if (next !== null) goTo(next, event.shiftKey);
    else if (event.key === 'Enter' && row) open(row.id);
    else if (event.key === ' ' && row) toggle(active);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) everything();
    else if (event.key === 'Escape' && selectedCount > 0) onSelect(new Set());
    else if (event.key === 'Delete' || event.key === 'Backspace') deleteRows();
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label="Sessions"
      aria-rowcount={shown.length + 2}
      aria-multiselectable="true"
      {...(active >= 0 && activeId !== null
        ? { 'aria-activedescendant': rowElementId(activeId) }
        : {})}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="@container min-h-0 flex-1 overflow-auto focus-visible:outline-none"
    >
      <SessionTableHead
        sort={sort}
        onSort={onSort}
        selection={selectedCount === 0 ? 'none' : selectedCount === shown.length ? 'all' : 'some'}
        onSelectAll={everything}
      />
      <SessionRows
        shown={shown}
        parents={parents}
        active={active}
        selected={selected}
        scroller={scroller}
        onToggle={toggle}
        onOpen={open}
      />
    </div>
  );
}

/** Scrolls a row fully below the head. */
function bringIntoView(scroller: HTMLElement, index: number): void {
  const top = index * ROW_HEIGHT;
  const bottom = top + ROW_HEIGHT + HEAD_HEIGHT;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (bottom > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = bottom - scroller.clientHeight;
  }
}
