'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useSyncExternalStore,
  type Ref,
} from 'react';
import type { SessionTableRows } from '@/lib/api/queries/session-queries';
import { HeadRow } from './head-row';
import { itemKey } from './item-key';
import { SessionRowView, type RowAction } from './session-row';

/** Heights of a session, of a head between them, and of the head above all rows, in pixels. */
export const ROW_HEIGHT = 44;
/** Of a session whose sentence takes two lines, where the table is that narrow. */
const TALL_HEIGHT = 62;
const BETWEEN_HEIGHT = 27;
export const HEAD_HEIGHT = 25;
const OVERSCAN = 8;

/** Brings a row into view. */
export interface RowsHandle {
  show(index: number): void;
}

/** Properties of {@link SessionRows}. */
interface SessionRowsProps {
  readonly ref: Ref<RowsHandle>;
  readonly rows: SessionTableRows;
  readonly active: number;
  readonly selected: ReadonlySet<string>;
  /** The rows' scroll container; null before it is mounted. */
  readonly scroller: HTMLDivElement | null;
  readonly onToggle: (index: number, how: { readonly range: boolean }) => void;
  readonly onToggleGroup: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onAct: RowAction;
  /** Told which rows are drawn, so that they are fetched. */
  readonly onDrawn: (from: number, to: number) => void;
}

/** The rows in view and a few around them; scrolling renders nothing else. */
export const SessionRows = memo(function SessionRows(props: SessionRowsProps) {
  const { ref, rows, active, selected, scroller, onToggle, onToggleGroup, onOpen, onDrawn } = props;
  const { onAct } = props;
  const now = useMinute();
  const rowHeight = useSyncExternalStore(onWidth, isNarrow, () => false) ? TALL_HEIGHT : ROW_HEIGHT;
  // Another function would measure every row again, at each frame of a scroll.
  const getItemKey = useCallback(
    (index: number) => {
      const item = rows.itemAt(index);
      return item ? itemKey(item) : index;
    },
    [rows],
  );
  const estimateSize = useCallback(
    (index: number) => (rows.itemAt(index)?.kind === 'head' ? BETWEEN_HEIGHT : rowHeight),
    [rows, rowHeight],
  );
  const virtualizer = useVirtualizer({
    ...{ count: rows.count, getScrollElement: () => scroller, estimateSize, getItemKey },
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_HEIGHT,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, estimateSize]);
  useImperativeHandle(ref, () => ({ show: (index) => virtualizer.scrollToIndex(index) }));
  const drawn = virtualizer.getVirtualItems();
  const from = drawn[0]?.index ?? 0;
  const to = drawn.at(-1)?.index ?? 0;
  useEffect(() => onDrawn(from, to), [onDrawn, from, to]);
  return (
    <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {drawn.map(({ index, start, key }) => {
        const item = rows.itemAt(index);
        if (item === undefined) return <RowToCome key={key} index={index} top={start} />;
        const place = { index, top: start, active: index === active, onToggleGroup };
        return item.kind === 'head' ? (
          <HeadRow key={key} {...place} head={item} />
        ) : (
          <SessionRowView
            key={key}
            {...{ ...place, item, now, onToggle, onOpen, onAct }}
            selected={selected.has(item.row.id)}
          />
        );
      })}
    </div>
  );
});

/** A row that is being fetched. */
function RowToCome({ index, top }: { readonly index: number; readonly top: number }) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)` }}
      className="absolute inset-x-0 flex h-[44px] items-center border-b border-line2 bg-panel px-12 max-sm:h-[62px] contain-strict"
    >
      <span role="gridcell" className="h-2.5 w-1/3 rounded bg-line">
        <span className="sr-only">Loading</span>
      </span>
    </div>
  );
}

/** Narrower than `sm` of Tailwind, as the rows' classes ask. */
const NARROW = '(width < 40rem)';

const isNarrow = (): boolean => window.matchMedia(NARROW).matches;

function onWidth(changed: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
}

const MINUTE = 60_000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
}

const minute = (): number => Math.ceil(Date.now() / MINUTE) * MINUTE;

/** The present minute, rounded up, in milliseconds since 1970; re-renders when it ends. */
const useMinute = (): number => useSyncExternalStore(subscribe, minute, minute);
