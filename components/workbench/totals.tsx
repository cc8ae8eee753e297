'use client';

import { useMemo } from 'react';
import { formatInteger } from '@/lib/base/format';
import { replayTotals } from '@/lib/report/replay-totals';
import { useLateFrame } from './use-workbench';

const counted = (count: number, one: string, many: string): string =>
  `${formatInteger(count)} ${count === 1 ? one : many}`;

/** What the draft comes to: compactions, overflow steps, lost entries. */
export function Totals() {
  const { replay } = useLateFrame();
  const totals = useMemo(() => replayTotals(replay), [replay]);
  const parts = [
    counted(totals.stepsCompacted, 'compaction', 'compactions'),
    counted(totals.overflowSteps, 'overflow step', 'overflow steps'),
    totals.maxLostEntries === 0
      ? 'no lost entries'
      : `up to ${counted(totals.maxLostEntries, 'lost entry', 'lost entries')}`,
    ...(replay.divergence >= 0 && replay.session.profile.steps.ratio === null
      ? ['~ projected']
      : []),
  ];
  return <span data-totals="">{parts.join(' · ')}</span>;
}
