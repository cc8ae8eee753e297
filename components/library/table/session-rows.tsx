'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useSyncExternalStore } from 'react';
import type { SessionTableRows } from '@/lib/api/queries/session-queries';
import type { Selection } from '../use-selection';
import { GroupRow } from './group-row';
import { itemKey } from './item-key';
import { SessionRowView } from './session-row';

/** Height of a row and of the head above the rows, in pixels. */
export const ROW_HEIGHT = 34;
export const HEAD_HEIGHT = 53;
const OVERSCAN = 8;

/** Properties of {@link SessionRows}. */
interface SessionRowsProps {
  readonly rows: SessionTableRows;
  readonly active: number;
  readonly selected: ReadonlySet<string>;
  readonly stateOf: Selection['stateOf'];
  /** The rows' scroll container; null before it is mounted. */
  readonly scroller: HTMLDivElement | null;
  readonly onToggle: (index: number, how: { readonly range: boolean }) => void;
  readonly onToggleGroup: (id: string) => void;
  readonly onOpen: (id: string) => void;
  /** Told which rows are drawn, so that they are fetched. */
  readonly onDrawn: (from: number, to: number) => void;
}

/** The rows in view and a few around them; scrolling renders nothing else. */
export const SessionRows = memo(function SessionRows(props: SessionRowsProps) {
  const { rows, active, selected, stateOf, scroller, onToggle, onToggleGroup, onOpen } = props;
  const { onDrawn } = props;
  const now = useMinute();
  // Another function would measure every row again, at each frame of a scroll.
  const getItemKey = useCallback(
    (index: number) => {
      const item = rows.itemAt(index);
      return item ? itemKey(item) : index;
    },
    [rows],
  );
  const virtualizer = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    getItemKey,
    overscan: OVERSCAN,
  });
  const drawn = virtualizer.getVirtualItems();
  const from = drawn[0]?.index ?? 0;
  const to = drawn.at(-1)?.index ?? 0;
  useEffect(() => onDrawn(from, to), [onDrawn, from, to]);
  return (
    <div
      role="rowgroup"
      className="relative min-w-[44rem] @3xl:min-w-0"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {drawn.map(({ index, start, key }) => {
        const item = rows.itemAt(index);
        if (item === undefined) return <RowToCome key={key} index={index} top={start} />;
        const place = { index, top: start, active: index === active, now, onToggle };
        if (item.kind === 'group') {
          return (
            <GroupRow
              key={key}
              {...place}
              group={item}
              selection={stateOf(item)}
              onToggleGroup={onToggleGroup}
            />
          );
        }
        const { row, parent, inGroup } = item;
        return (
          <SessionRowView
            key={key}
            {...place}
            row={row}
            parent={parent}
            inGroup={inGroup}
            selected={selected.has(row.id)}
            onOpen={onOpen}
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
      aria-rowindex={index + 3}
      style={{ transform: `translateY(${top}px)` }}
      className="absolute inset-x-0 flex h-[34px] items-center border-b border-line2 px-11 contain-strict"
    >
      <span role="gridcell" className="h-2.5 w-1/3 rounded bg-line">
        <span className="sr-only">Loading</span>
      </span>
    </div>
  );
}

const MINUTE = 60_000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
}

const minute = (): number => Math.ceil(Date.now() / MINUTE) * MINUTE;

/** The present minute, rounded up, in milliseconds since 1970; re-renders when it ends. */
const useMinute = (): number => useSyncExternalStore(subscribe, minute, minute);
