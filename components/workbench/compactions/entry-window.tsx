'use client';

import type { ReactNode } from 'react';
import { VirtualList } from '@/components/ui/grid/virtual-list';
import type { Range } from '@/lib/analysis/explain/compaction/contents';
import { firstAtLeast } from '@/lib/engine/base/search';

/** The entries of some ranges as a list that draws what is looked at. */
export function EntryWindow(props: {
  readonly ranges: readonly Range[];
  readonly label: string;
  readonly draw: (entry: number) => ReactNode;
}) {
  const { ranges, label, draw } = props;
  const starts = startsOf(ranges);
  const entryAt = (index: number): number => {
    const at = firstAtLeast(starts, index + 1) - 1;
    return (ranges[at]?.[0] ?? 0) + index - (starts[at] ?? 0);
  };
  return (
    <VirtualList
      label={label}
      count={ranges.reduce((all, [from, to]) => all + to - from, 0)}
      keyOf={entryAt}
      draw={(index) => draw(entryAt(index))}
      rowHeight={30}
      className="max-h-80 border-t border-line2"
      itemClass={() => 'px-4'}
    />
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
