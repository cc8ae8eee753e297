'use client';

import { useRouter } from 'next/navigation';
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { classNames } from '@/components/ui/class-names';
import type { SessionRow } from '@/lib/api/contract/contract';
import { nextActive } from './grid-keys';
import { itemKey, itemRows, type LibraryItem } from '../library-items';
import type { LibraryView, SortColumn } from '../library-view';
import { leavePlace, placeLeft } from './place-left';
import { rowElementId } from './session-row';
import { HEAD_HEIGHT, ROW_HEIGHT, SessionRows } from './session-rows';
import { SessionTableHead } from './session-table-head';

/** What the search box asks of the table. */
export interface TableHandle {
  /** Opens the active row, or the first. */
  openActive(): void;
  focus(): void;
}

/** Properties of {@link SessionTable}. */
interface SessionTableProps {
  readonly ref: Ref<TableHandle>;
  /** Sorted, filtered and searched. */
  readonly shown: readonly SessionRow[];
  /** The rows that show them. */
  readonly items: readonly LibraryItem[];
  readonly parents: ReadonlyMap<string, SessionRow>;
  readonly view: LibraryView;
  readonly onSort: (column: SortColumn) => void;
  readonly onToggleGroup: (id: string) => void;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onDelete: (ids: readonly string[]) => void;
}

/** The sessions in a virtual grid, navigated by pointer or keys. */
export function SessionTable(props: SessionTableProps) {
  const { ref, shown, items, parents, view, onSort, onToggleGroup, selected, onSelect } = props;
  const router = useRouter();
  // State, not a ref: the rows are mounted before a ref of their container is set.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const anchor = useRef(-1);
  const [activeKey, setActiveKey] = useState(view.at);
  const active = useMemo(
    () => (activeKey === null ? -1 : items.findIndex((item) => itemKey(item) === activeKey)),
    [items, activeKey],
  );
  const latest = useRef({ items, selected, view, scroller });
  latest.current = { items, selected, view, scroller };
  useReturn(scroller, view.at, active);

  const selectRange = useCallback(
    (from: number, to: number) => {
      const range = latest.current.items.slice(Math.min(from, to), Math.max(from, to) + 1);
      onSelect(new Set([...latest.current.selected, ...range.flatMap(idsOf)]));
    },
    [onSelect],
  );

  const toggle = useCallback(
    (index: number, { range = false } = {}) => {
      const item = latest.current.items[index];
      if (!item) return;
      setActiveKey(itemKey(item));
      if (range && anchor.current >= 0) return selectRange(anchor.current, index);
      anchor.current = index;
      const next = new Set(latest.current.selected);
      const ids = idsOf(item);
      const all = ids.every((id) => next.has(id));
      for (const id of ids) {
        if (all) next.delete(id);
        else next.add(id);
      }
      onSelect(next);
    },
    [onSelect, selectRange],
  );

  const open = useCallback(
    (id: string) => {
      leavePlace(latest.current.view, id, latest.current.scroller?.scrollTop ?? 0);
      router.push(`/sessions/${id}`);
    },
    [router],
  );
  const openItem = (item: LibraryItem | undefined): void => {
    if (item?.kind === 'group') onToggleGroup(item.id);
    else if (item) open(item.row.id);
  };
  useImperativeHandle(ref, () => ({
    openActive: () => openItem(items[active] ?? items[0]),
    focus: () => scroller?.focus(),
  }));

  const selectedCount = useMemo(
    () => (selected.size === 0 ? 0 : shown.filter(({ id }) => selected.has(id)).length),
    [shown, selected],
  );
  const everything = (): void =>
    onSelect(new Set(selectedCount === shown.length ? [] : shown.map(({ id }) => id)));

  function goTo(next: number, extend: boolean): void {
    if (extend) selectRange(active < 0 ? next : active, next);
    else anchor.current = next;
    const item = items[next];
    setActiveKey(item ? itemKey(item) : null);
    if (scroller) bringIntoView(scroller, next);
  }

  function deleteRows(): void {
    const ids = shown.filter(({ id }) => selected.has(id)).map(({ id }) => id);
    const item = items[active];
    if (ids.length === 0 && item) ids.push(...idsOf(item));
    if (ids.length === 0) return;
    const gone = new Set(ids);
    const next = items.slice(active + 1).find((one) => !idsOf(one).every((id) => gone.has(id)));
    setActiveKey(next ? itemKey(next) : null);
    props.onDelete(ids);
  }

  /** → opens a group, ← closes the one around the active row. */
  function unfold(key: string): boolean {
    const item = items[active];
    const group = item?.kind === 'group' ? item : undefined;
    if (key === 'ArrowRight' && group?.open === false) onToggleGroup(group.id);
    else if (key === 'ArrowLeft' && group?.open === true) onToggleGroup(group.id);
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLButtonElement || event.altKey) return;
    const page = Math.floor(((scroller?.clientHeight ?? 0) - HEAD_HEIGHT) / ROW_HEIGHT) - 1;
    const next = nextActive(event.key, active, items.length, Math.max(1, page));
    const item = items[active];
    if (next !== null) goTo(next, event.shiftKey);
    else if (event.key === 'Enter' && item) openItem(item);
    else if (event.key === ' ' && item) toggle(active);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) everything();
    else if (event.key === 'Escape' && selectedCount > 0) onSelect(new Set());
    else if (event.key === 'Delete' || event.key === 'Backspace') deleteRows();
    else if (!unfold(event.key)) return;
    event.preventDefault();
  }

  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label="Sessions"
      aria-rowcount={items.length + 2}
      aria-multiselectable="true"
      {...(active >= 0 && activeKey !== null
        ? { 'aria-activedescendant': rowElementId(activeKey) }
        : {})}
      tabIndex={0}
      onKeyDown={onKeyDown}
      // The ring is the active row's; before there is one it is the table's.
      className={classNames(
        '@container min-h-0 flex-1 overflow-auto',
        active >= 0 ? 'focus-visible:outline-none' : 'focus-visible:-outline-offset-2',
      )}
    >
      <SessionTableHead
        sort={view.sort}
        onSort={onSort}
        selection={selectedCount === 0 ? 'none' : selectedCount === shown.length ? 'all' : 'some'}
        onSelectAll={everything}
      />
      <SessionRows
        {...{ items, parents, active, selected, scroller }}
        onToggle={toggle}
        onToggleGroup={onToggleGroup}
        onOpen={open}
      />
    </div>
  );
}

const idsOf = (item: LibraryItem): readonly string[] => itemRows(item).map(({ id }) => id);

/** Scrolls to the place that was left for a session, once. */
function useReturn(scroller: HTMLElement | null, at: string | null, active: number): void {
  const [wanted, setWanted] = useState(at);
  useLayoutEffect(() => {
    if (scroller === null || wanted === null) return;
    const top = placeLeft(wanted);
    if (top !== null) scroller.scrollTop = top;
    else if (active >= 0) bringIntoView(scroller, active);
    setWanted(null);
  }, [scroller, wanted, active]);
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
