'use client';

import { useMemo } from 'react';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataGrid } from '@/components/ui/grid/data-grid';
import { formatInteger } from '@/lib/engine/base/format';
import type { Compaction } from '@/lib/analysis/explain/compaction/compaction-list';
import { sideTokens } from '@/lib/analysis/explain/compaction/compaction-words';
import { useWorkbench } from '../state/use-workbench';

const columnsOf = (stepCount: number): readonly Column<Compaction>[] => [
  {
    id: 'step',
    width: '2.5rem',
    cell: ({ step }) => (step < stepCount ? formatInteger(step) : 'end'),
  },
  {
    id: 'of',
    width: '4rem',
    cellClass: 'text-sm text-ink2',
    cell: ({ source }) => (source === 'recorded' ? 'recording' : 'replay'),
  },
  figureColumn('before', ({ before }) => sideTokens(before)),
  figureColumn('after', ({ after }) => sideTokens(after)),
];

/** The compactions as a table; ↑ and ↓ choose. */
export function CompactionGrid(props: {
  readonly list: readonly Compaction[];
  readonly shown: Compaction | null;
}) {
  const { list, shown } = props;
  const { store } = useWorkbench();
  const { stepCount } = store.session.profile;
  const columns = useMemo(() => columnsOf(stepCount), [stepCount]);
  return (
    <DataGrid
      label="Compactions"
      columns={columns}
      rows={list}
      keyOf={({ key }) => key}
      rowHeight={26}
      headHeight={27}
      className="max-h-28 shrink-0 border-b border-line @3xl:max-h-none @3xl:w-72 @3xl:border-r @3xl:border-b-0"
      headClass="items-center gap-x-2 border-b border-line px-4 text-sm text-ink3"
      rowClass="cursor-default items-center gap-x-2 border-b border-line2 px-4 hover:bg-line2 aria-selected:bg-sel"
      cellClass=""
      rowAttributes={({ key }) => ({ id: `compaction-${key}`, 'data-compaction': key })}
      active={list.findIndex(({ key }) => key === shown?.key)}
      onActive={(index) => {
        const one = list[index];
        if (one) store.select(one.step, one.key);
      }}
    />
  );
}
