'use client';

import { useRouter } from 'next/navigation';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react';
import { classNames } from '@/components/ui/class-names';
import type { SessionItem } from '@/lib/api/contract/session-listing';
import {
  pagesAround,
  useTableRows,
  type ListedPage,
  type SessionTableRows,
} from '@/lib/api/queries/session-queries';
import type { LibraryView } from '../library-view';
import type { Selection } from '../use-selection';
import { nextRow } from '@/components/ui/grid/grid-keys';
import { itemKey } from './item-key';
import { leavePlace, placeLeft } from './place-left';
import { WHAT_IF } from '@/components/workbench/parameters/what-if-hash';
import { useFreeKeys, type KeyPress } from './free-keys';
import { rowElementId, type RowAction } from './session-row';
import { TableHead } from './table-head';
import { HEAD_HEIGHT, ROW_HEIGHT, SessionRows, type RowsHandle } from './session-rows';
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
  readonly onToggleGroup: (id: string) => void;
  readonly selection: Selection;
  readonly onDelete: (ids: readonly string[]) => void;
  readonly onDeleteSelected: () => void;
  /** Puts the selected sessions into a corpus; with `clears` the selection ends with it. */
  readonly onAdd: (how: { readonly clears: boolean }) => void;
}

/** The sessions in a virtual grid, navigated by pointer or keys. */
export function SessionTable(props: SessionTableProps) {
  const { ref, first, isArriving, view, onToggleGroup, selection, onAdd } = props;
  const { selected, chosen, selectRows, toggleRow, selectAll, clear } = selection;
  const router = useRouter();
  // State, not a ref: the rows are mounted before a ref of their container is set.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const drawn = useRef<RowsHandle>(null);
  const anchor = useRef(-1);
  const [pages, setPages] = useState(() => pagesAround(0, 0));
  const [place, setPlace] = useState({ key: view.at, index: -1 });
  const rows = useTableRows(first, pages, place.index);
  const active = activeRow(rows, place, first.at);
  const activeItem = active < 0 ? undefined : rows.itemAt(active);
  const latest = useRef({ rows, view, scroller });
  latest.current = { rows, view, scroller };
  useReturn(scroller, drawn, view.at, active);

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
    (id: string, at = '') => {
      leavePlace(latest.current.view, id, latest.current.scroller?.scrollTop ?? 0);
      router.push(`/sessions/${id}${at}`);
    },
    [router],
  );
  const isChosen = chosen.length > 0;
  const act: RowAction = useCallback(
    (action, index) => {
      const item = latest.current.rows.itemAt(index);
      if (item?.kind !== 'session') return;
      if (action === 'what-if') return open(item.row.id, WHAT_IF);
      // Of a selection the dialog takes all; else the row becomes one for as long as the dialog is open.
      if (!isChosen) toggle(index);
      onAdd({ clears: !isChosen });
    },
    [open, toggle, onAdd, isChosen],
  );
  const openItem = (item: SessionItem | undefined): void => {
    if (item?.kind === 'head') onToggleGroup(item.severity);
    else if (item) open(item.row.id);
  };
  const openActive = (): void => openItem(activeItem ?? firstSession(rows));
  const openLater = useOnceArrived(isArriving, openActive);
  useImperativeHandle(ref, () => ({ openActive: openLater, focus: () => scroller?.focus() }));

  const isWhole = selection.isSelectingAll || chosen.length === first.matching;
  const everything = (): void => (isWhole ? clear() : void selectAll());

  function goTo(next: number, extend: boolean): void {
    if (extend) void selectRows(active < 0 ? next : active, next);
    else anchor.current = next;
    activate(next);
    drawn.current?.show(next);
  }

  /** Deletes what is selected, else the active row. */
  function deleteRows(): void {
    const isGone = (item: SessionItem): boolean =>
      item.kind === 'session' && selected.has(item.row.id);
    let next = active + 1;
    for (let item = rows.itemAt(next); item && isGone(item); item = rows.itemAt(next)) next++;
    if (selected.size === 0 && activeItem?.kind !== 'session') return;
    activate(next);
    if (selected.size > 0) props.onDeleteSelected();
    else void selection.sessionsOf(active).then((ids) => props.onDelete(ids));
  }

  /** → opens a head or a family, ← closes it. */
  function unfold(key: string): boolean {
    const opens = key === 'ArrowRight';
    if (activeItem === undefined || (!opens && key !== 'ArrowLeft')) return false;
    if (activeItem.open === opens) return false;
    if (activeItem.kind === 'head') onToggleGroup(activeItem.severity);
    else if (activeItem.subAgents > 0) onToggleGroup(activeItem.row.id);
    else return false;
    return true;
  }

  function onKeyDown(event: KeyPress): void {
    if (event.target instanceof HTMLButtonElement || event.altKey) return;
    const page = Math.floor(((scroller?.clientHeight ?? 0) - HEAD_HEIGHT) / ROW_HEIGHT) - 1;
    const isCommand = event.ctrlKey || event.metaKey;
    const letters: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp', x: ' ' };
    const key = (isCommand ? undefined : letters[event.key]) ?? event.key;
    const next = nextRow(key, active, rows.count, Math.max(1, page));
    if (next !== null) goTo(next, event.shiftKey);
    else if (event.key === 'Enter' && activeItem) openItem(activeItem);
    else if (key === ' ' && activeItem) toggle(active);
    else if (event.key === 'a' && isCommand) everything();
    else if (key === 'a') act('add', active);
    else if (key === 'w' && !isCommand) act('what-if', active);
    else if (event.key === 'Escape' && chosen.length > 0) clear();
    else if (event.key === 'Delete' || event.key === 'Backspace') deleteRows();
    else if (!unfold(event.key)) return;
    event.preventDefault();
  }
  useFreeKeys(scroller, onKeyDown);

  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label="Sessions"
      aria-rowcount={rows.count + 1}
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
      <TableHead
        selection={isWhole && first.matching > 0 ? 'all' : chosen.length === 0 ? 'none' : 'some'}
        onSelectAll={everything}
      />
      <SessionRows
        ref={drawn}
        {...{ rows, active, selected, scroller, onDrawn }}
        onToggle={toggle}
        onToggleGroup={onToggleGroup}
        onOpen={open}
        onAct={act}
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

/** The first session that is fetched, below its head. */
const firstSession = (rows: SessionTableRows): SessionItem | undefined =>
  rows.itemAt(rows.indexOf((item) => item.kind === 'session'));

/** Scrolls to the place that was left for a session, once. */
function useReturn(
  scroller: HTMLElement | null,
  drawn: RefObject<RowsHandle | null>,
  at: string | null,
  active: number,
): void {
  const [wanted, setWanted] = useState(at);
  useLayoutEffect(() => {
    if (scroller === null || wanted === null) return;
    const top = placeLeft(wanted);
    if (top !== null) scroller.scrollTop = top;
    else if (active >= 0) drawn.current?.show(active);
    // Back by keys: they go on where they left.
    if (document.activeElement === document.body) scroller.focus({ preventScroll: true });
    setWanted(null);
  }, [scroller, drawn, wanted, active]);
}
