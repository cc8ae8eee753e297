'use client';

import { useRouter } from 'next/navigation';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { classNames } from '@/components/ui/class-names';
import type { SessionItem } from '@/lib/api/contract/session-listing';
import { pagesAround, useTableRows, type ListedPage } from '@/lib/api/queries/session-queries';
import type { LibraryView, SortColumn } from '../library-view';
import type { Selection } from '../use-selection';
import { nextRow } from '@/components/ui/grid/grid-keys';
import { itemKey } from './item-key';
import { leavePlace, placeLeft } from './place-left';
import { rowElementId } from './session-row';
import { HEAD_HEIGHT, ROW_HEIGHT, SessionRows } from './session-rows';
import { SessionTableHead } from './session-table-head';
import { activeRow } from './active-row';

/** What the search box asks of the table. */
export interface TableHandle {
  /** Opens the active row, or the first, once what was typed is found. */
  openActive(): void;
  focus(): void;
}

/** Properties of {@link SessionTable}. */
interface SessionTableProps {
  readonly ref: Ref<TableHandle>;
  /** The first rows, and the size of the table. */
  readonly first: ListedPage;
  /** It shows an earlier listing until the view's is here. */
  readonly isArriving: boolean;
  readonly view: LibraryView;
  readonly onSort: (column: SortColumn) => void;
  readonly onToggleGroup: (id: string) => void;
  readonly selection: Selection;
  readonly onDelete: (ids: readonly string[]) => void;
  readonly onDeleteSelected: () => void;
}

/** The sessions in a virtual grid, navigated by pointer or keys. */
export function SessionTable(props: SessionTableProps) {
  const { ref, first, isArriving, view, onSort, onToggleGroup, selection } = props;
  const { selected, chosen, selectRows, toggleRow, selectAll, clear } = selection;
  const router = useRouter();
  // State, not a ref: the rows are mounted before a ref of their container is set.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const anchor = useRef(-1);
  const [pages, setPages] = useState(() => pagesAround(0, 0));
  const [place, setPlace] = useState({ key: view.at, index: -1 });
  const rows = useTableRows(first, pages, place.index);
  const active = activeRow(rows, place, first.at);
  const activeItem = active < 0 ? undefined : rows.itemAt(active);
  const latest = useRef({ rows, view, scroller });
  latest.current = { rows, view, scroller };
  useReturn(scroller, view.at, active);

  const onDrawn = useCallback((from: number, to: number): void => {
    const next = pagesAround(from, to);
    setPages((now) => (now.from === next.from && now.to === next.to ? now : next));
  }, []);

  const activate = useCallback((index: number): void => {
    const known = latest.current.rows;
    const item = known.itemAt(index);
    setPlace({ key: item ? itemKey(item) : null, index: index < known.count ? index : -1 });
  }, []);

  const toggle = useCallback(
    (index: number, { range = false } = {}) => {
      const item = latest.current.rows.itemAt(index);
      if (!item) return;
      activate(index);
      if (range && anchor.current >= 0) return void selectRows(anchor.current, index);
      anchor.current = index;
      toggleRow(index, item);
    },
    [activate, selectRows, toggleRow],
  );

  const open = useCallback(
    (id: string) => {
      leavePlace(latest.current.view, id, latest.current.scroller?.scrollTop ?? 0);
      router.push(`/sessions/${id}`);
    },
    [router],
  );
  const openItem = (item: SessionItem | undefined): void => {
    if (item?.kind === 'group') onToggleGroup(item.id);
    else if (item) open(item.row.id);
  };
  const openActive = (): void => openItem(activeItem ?? rows.itemAt(0));
  const openLater = useOnceArrived(isArriving, openActive);
  useImperativeHandle(ref, () => ({ openActive: openLater, focus: () => scroller?.focus() }));

  const isWhole = selection.isSelectingAll || chosen.length === first.matching;
  const everything = (): void => (isWhole ? clear() : void selectAll());

  function goTo(next: number, extend: boolean): void {
    if (extend) void selectRows(active < 0 ? next : active, next);
    else anchor.current = next;
    activate(next);
    if (scroller) bringIntoView(scroller, next);
  }

  /** Deletes what is selected, else the active row. */
  function deleteRows(): void {
    const isGone = (item: SessionItem): boolean =>
      item.kind === 'group' ? selection.stateOf(item) === 'all' : selected.has(item.row.id);
    let next = active + 1;
    for (let item = rows.itemAt(next); item && isGone(item); item = rows.itemAt(next)) next++;
    if (selected.size === 0 && activeItem === undefined) return;
    activate(next);
    if (selected.size > 0) props.onDeleteSelected();
    else if (activeItem?.kind === 'session') props.onDelete([activeItem.row.id]);
    else void selection.sessionsOf(active).then((ids) => props.onDelete(ids));
  }

  /** → opens a group, ← closes the one around the active row. */
  function unfold(key: string): boolean {
    const group = activeItem?.kind === 'group' ? activeItem : undefined;
    if (key === 'ArrowRight' && group?.open === false) onToggleGroup(group.id);
    else if (key === 'ArrowLeft' && group?.open === true) onToggleGroup(group.id);
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLButtonElement || event.altKey) return;
    const page = Math.floor(((scroller?.clientHeight ?? 0) - HEAD_HEIGHT) / ROW_HEIGHT) - 1;
    const next = nextRow(event.key, active, rows.count, Math.max(1, page));
    if (next !== null) goTo(next, event.shiftKey);
    else if (event.key === 'Enter' && activeItem) openItem(activeItem);
    else if (event.key === ' ' && activeItem) toggle(active);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) everything();
    else if (event.key === 'Escape' && chosen.length > 0) clear();
    else if (event.key === 'Delete' || event.key === 'Backspace') deleteRows();
    else if (!unfold(event.key)) return;
    event.preventDefault();
  }

  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label="Sessions"
      aria-rowcount={rows.count + 2}
      aria-multiselectable="true"
      aria-busy={isArriving}
      {...(activeItem === undefined
        ? {}
        : { 'aria-activedescendant': rowElementId(itemKey(activeItem)) })}
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
        selection={isWhole && first.matching > 0 ? 'all' : chosen.length === 0 ? 'none' : 'some'}
        onSelectAll={everything}
      />
      <SessionRows
        {...{ rows, active, selected, scroller, onDrawn }}
        stateOf={selection.stateOf}
        onToggle={toggle}
        onToggleGroup={onToggleGroup}
        onOpen={open}
      />
    </div>
  );
}

/** Calls a function now, or as soon as what is awaited has arrived. */
function useOnceArrived(isArriving: boolean, act: () => void): () => void {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!waiting || isArriving) return;
    setWaiting(false);
    act();
  }, [waiting, isArriving, act]);
  return () => setWaiting(true);
}

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
