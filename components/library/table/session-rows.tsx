'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useSyncExternalStore } from 'react';
import type { SessionRow } from '@/lib/api/contract/contract';
import { itemKey, type LibraryItem } from '../library-items';
import { GroupRow } from './group-row';
import { SessionRowView } from './session-row';

/** Height of a row and of the head above the rows, in pixels. */
export const ROW_HEIGHT = 34;
export const HEAD_HEIGHT = 53;
const OVERSCAN = 8;

/** Properties of {@link SessionRows}. */
interface SessionRowsProps {
  readonly items: readonly LibraryItem[];
  readonly parents: ReadonlyMap<string, SessionRow>;
  readonly active: number;
  readonly selected: ReadonlySet<string>;
  /** The rows' scroll container; null before it is mounted. */
  readonly scroller: HTMLDivElement | null;
  readonly onToggle: (index: number, how: { readonly range: boolean }) => void;
  readonly onToggleGroup: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** The rows in view and a few around them; scrolling renders nothing else. */
export const SessionRows = memo(function SessionRows(props: SessionRowsProps) {
  const { items, parents, active, selected, scroller, onToggle, onToggleGroup, onOpen } = props;
  const now = useMinute();
  // Another function would measure every row again, at each frame of a scroll.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item ? itemKey(item) : index;
    },
    [items],
  );
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    getItemKey,
    overscan: OVERSCAN,
  });
  return (
    <div
      role="rowgroup"
      className="relative min-w-[44rem] @3xl:min-w-0"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const item = items[index];
        if (item === undefined) return null;
        const place = { index, top: start, active: index === active, now, onToggle };
        if (item.kind === 'group') {
          const chosen = item.rows.filter(({ id }) => selected.has(id)).length;
          return (
            <GroupRow
              key={key}
              {...place}
              group={item}
              selection={chosen === 0 ? 'none' : chosen === item.rows.length ? 'all' : 'some'}
              onToggleGroup={onToggleGroup}
            />
          );
        }
        const { row, inGroup } = item;
        return (
          <SessionRowView
            key={key}
            {...place}
            row={row}
            inGroup={inGroup}
            parent={parents.get(row.id)}
            selected={selected.has(row.id)}
            onOpen={onOpen}
          />
        );
      })}
    </div>
  );
});

const MINUTE = 60_000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
}

const minute = (): number => Math.ceil(Date.now() / MINUTE) * MINUTE;

/** The present minute, rounded up, in milliseconds since 1970; re-renders when it ends. */
const useMinute = (): number => useSyncExternalStore(subscribe, minute, minute);
