'use client';

import { CompactionDetail } from './compaction-detail';
import { CompactionGrid } from './compaction-grid';
import { SequencePart } from './sequence-part';
import { StatePart } from './state-part';
import { useCompactions } from './use-compactions';

/** Every compaction of recording and replay; the chosen one with its texts and its summariser. */
export function CompactionsTab() {
  const { replay, step, list, shown } = useCompactions();
  return (
    <div className="@container flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col @3xl:flex-row">
        {list.length === 0 ? null : <CompactionGrid list={list} shown={shown} />}
        <div
          tabIndex={0}
          role="region"
          aria-label="Compaction"
          className="@container min-h-0 min-w-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
        >
          {shown === null ? (
            <p className="px-4 py-3 text-ink2">Neither the recording nor the replay compacts.</p>
          ) : (
            <CompactionDetail key={shown.key} replay={replay} compaction={shown} />
          )}
          <div className="grid gap-x-8 gap-y-4 border-t border-line px-4 py-3 @4xl:grid-cols-2">
            <StatePart replay={replay} step={step} />
            <SequencePart replay={replay} step={step} />
          </div>
        </div>
      </div>
    </div>
  );
}
