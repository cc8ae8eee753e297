'use client';

import { useState } from 'react';
import { coveredCount, type Compaction } from '@/lib/analysis/explain/compaction/compaction-list';
import { counted } from '@/lib/base/format';
import { intAt } from '@/lib/base/read';
import type { Replay } from '@/lib/replay/replay';
import { LoggedEntry } from '../request/logged-entry';
import { EntryWindow } from './entry-window';
import { Fold } from './fold';

/** The entries that a compaction replaced, with their text. */
export function CoveredEntries(props: {
  readonly replay: Replay;
  readonly compaction: Compaction;
}) {
  const { compaction } = props;
  const count = coveredCount(compaction);
  if (count === 0) return null;
  const title = `${counted(count, 'entry', 'entries')} replaced by the summary`;
  return (
    <div className="border-t border-line2 px-4 py-1.5" data-covered={count}>
      <Fold title={title}>{() => <Rows {...props} />}</Fold>
    </div>
  );
}

function Rows({
  replay,
  compaction,
}: {
  readonly replay: Replay;
  readonly compaction: Compaction;
}) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const { estimator } = replay.form;
  const toggle = (entry: number): void => {
    const next = new Set(open);
    if (!next.delete(entry)) next.add(entry);
    setOpen(next);
  };
  const draw = (entry: number) => (
    <LoggedEntry
      entry={entry}
      tokens={intAt(estimator.sum, entry + 1) - intAt(estimator.sum, entry)}
      open={open.has(entry)}
      onToggle={() => toggle(entry)}
      images={estimator.images}
    />
  );
  return <EntryWindow ranges={compaction.covered} label="Entries replaced" draw={draw} />;
}
