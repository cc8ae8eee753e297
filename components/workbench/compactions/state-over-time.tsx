'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { stateKeysAt } from '@/lib/analysis/explain/compaction/state-keys';
import { formatInteger } from '@/lib/base/format';
import { guardKeyName } from '@/lib/session/guard-keys';
import type { Replay } from '@/lib/replay/replay';
import { useWorkbench } from '../state/use-workbench';

const ROW_HEIGHT = 24;
const HEADER_HEIGHT = 27;

/** The session keys after every step's response, as a table. */
export function StateOverTime({ replay }: { readonly replay: Replay }) {
  const { store } = useWorkbench();
  const scroller = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => stateKeysAt(replay, 0).map(({ key }) => key), [replay]);
  const { stepCount } = replay.session.profile;
  const rows = useVirtualizer({
    count: stepCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollMargin: HEADER_HEIGHT,
  });
  const columns = { gridTemplateColumns: `4rem repeat(${keys.length}, minmax(7rem, 1fr))` };
  return (
    <div
      ref={scroller}
      role="table"
      aria-label="State keys after each step"
      aria-rowcount={stepCount + 1}
      tabIndex={0}
      className="mt-1 max-h-64 overflow-auto rounded border border-line2 text-sm"
    >
      <div
        role="row"
        aria-rowindex={1}
        className="sticky top-0 z-10 grid min-w-[40rem] items-center bg-bg px-2 text-ink3"
        style={{ ...columns, height: HEADER_HEIGHT }}
      >
        <span role="columnheader">step</span>
        {keys.map((key) => (
          <span key={key} role="columnheader" className="truncate pl-2 text-right">
            {guardKeyName(key, '').replace('__context_guard_', '').replace(/_$/, '')}
          </span>
        ))}
      </div>
      <div
        role="rowgroup"
        className="relative min-w-[40rem]"
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 2}
            className={`absolute inset-x-0 grid items-center border-t border-line2 px-2 ${replay.columns.compacted[index] === 1 ? 'text-compaction' : ''}`}
            style={{ ...columns, height: ROW_HEIGHT, top: start - HEADER_HEIGHT }}
          >
            <span role="rowheader">
              <button
                type="button"
                className="min-h-6 min-w-6 text-left text-accent hover:underline"
                onClick={() => store.select(index)}
              >
                {formatInteger(index)}
              </button>
            </span>
            {stateKeysAt(replay, index).map(({ key, after }) => (
              <span key={key} role="cell" className="text-right">
                {after === null ? '–' : formatInteger(after)}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
