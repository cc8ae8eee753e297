'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import type { Range } from '@/lib/analysis/explain/compaction/contents';
import { firstAtLeast } from '@/lib/engine/base/search';

const ROW_HEIGHT = 30;

/** The entries of some ranges as a list that draws what is looked at. */
export function EntryWindow(props: {
  readonly ranges: readonly Range[];
  readonly label: string;
  readonly draw: (entry: number) => ReactNode;
}) {
  const { ranges, label, draw } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const starts = startsOf(ranges);
  const entryAt = (index: number): number => {
    const at = firstAtLeast(starts, index + 1) - 1;
    return (ranges[at]?.[0] ?? 0) + index - (starts[at] ?? 0);
  };
  const rows = useVirtualizer({
    count: ranges.reduce((all, [from, to]) => all + to - from, 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: entryAt,
    overscan: 6,
  });
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-80 overflow-auto border-t border-line2 focus-visible:-outline-offset-2"
    >
      <div role="list" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            role="listitem"
            ref={rows.measureElement}
            data-index={index}
            className="absolute inset-x-0 border-b border-line2 px-4"
            style={{ top: start }}
          >
            {draw(entryAt(index))}
          </div>
        ))}
      </div>
    </div>
  );
}

function startsOf(ranges: readonly Range[]): readonly number[] {
  let next = 0;
  return ranges.map(([from, to]) => {
    const start = next;
    next += to - from;
    return start;
  });
}
