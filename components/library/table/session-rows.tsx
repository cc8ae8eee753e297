'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useSyncExternalStore } from 'react';
import type { SessionRow } from '@/lib/host/api/contract/contract';
import { SessionRowView } from './session-row';

/** Height of a row and of the head above the rows, in pixels. */
export const ROW_HEIGHT = 34;
export const HEAD_HEIGHT = 53;
const OVERSCAN = 8;

/** Properties of {@link SessionRows}. */
interface SessionRowsProps {
  readonly shown: readonly SessionRow[];
  readonly parents: ReadonlyMap<string, SessionRow>;
  readonly active: number;
  readonly selected: ReadonlySet<string>;
  /** The rows' scroll container; null before it is mounted. */
  readonly scroller: HTMLDivElement | null;
  readonly onToggle: (index: number, how: { readonly range: boolean }) => void;
  readonly onOpen: (id: string) => void;
}

/** The rows in view and a few around them; scrolling renders nothing else. */
export const SessionRows = memo(function SessionRows(props: SessionRowsProps) {
  const { shown, parents, active, selected, scroller, onToggle, onOpen } = props;
  const now = useMinute();
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  return (
    <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const row = shown[index];
        return row ? (
          <SessionRowView
            key={key}
            row={row}
            parent={parents.get(row.id)}
            index={index}
            top={start}
            active={index === active}
            selected={selected.has(row.id)}
            now={now}
            onToggle={onToggle}
            onOpen={onOpen}
          />
        ) : null;
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
