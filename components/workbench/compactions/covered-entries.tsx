'use client';

import { useMemo, useState } from 'react';
import { coveredCount, type Compaction } from '@/lib/analysis/explain/compaction/compaction-list';
import { counted } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { firstAtLeast } from '@/lib/engine/base/search';
import { logSizes } from '@/lib/analysis/explain/growth/log-sizes';
import type { Replay } from '@/lib/engine/replay/replay';
import { partColor } from '../state/part-colors';
import { EntryRow } from '../request/entry-row';
import { useLog } from '../state/use-log';
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
  const { log, parts } = useLog();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const { estimator } = replay.form;
  const sizes = logSizes(replay.session);
  const { entries } = replay.session.profile.steps;
  const most = useMemo(
    () =>
      compaction.covered.reduce((all, [from, to]) => {
        let largest = all;
        for (let entry = from; entry < to; entry++) {
          largest = Math.max(largest, intAt(sizes.entries, entry));
        }
        return largest;
      }, 0),
    [compaction, sizes],
  );
  const toggle = (entry: number): void => {
    const next = new Set(open);
    if (!next.delete(entry)) next.add(entry);
    setOpen(next);
  };
  const draw = (entry: number) => {
    const entryPart = parts.of(entry);
    return (
      <EntryRow
        line={{
          kind: 'entry',
          key: `entry-${entry}`,
          entry,
          tokens: intAt(sizes.entries, entry),
          counted: intAt(estimator.sum, entry + 1) - intAt(estimator.sum, entry),
          part: log.kind(entry),
          entryPart,
          since: firstAtLeast(entries, entry + 1),
          before: null,
          kept: false,
          isNew: false,
        }}
        color={partColor(entryPart, parts)}
        most={most}
        open={open.has(entry)}
        onToggle={() => toggle(entry)}
        images={estimator.images}
      />
    );
  };
  return <EntryWindow ranges={compaction.covered} label="Entries replaced" draw={draw} />;
}
