'use client';

import type { Compaction } from '@/lib/analysis/explain/compaction/compaction-list';
import {
  basisWords,
  compactionHeadline,
  savedWords,
} from '@/lib/analysis/explain/compaction/compaction-words';
import { counted } from '@/lib/engine/base/format';
import { useShapes } from '@/lib/api/queries/compaction-queries';
import type { Replay } from '@/lib/engine/replay/replay';
import { fullTime } from '../state/clock-time';
import { useWorkbench } from '../state/use-workbench';
import { CoveredEntries } from './covered-entries';
import { InstructionsPart } from './instructions-part';
import { CompactionSides } from './sides';
import { SummariserPart } from './summariser-part';
import { SummaryPart } from './summary-part';

/** One compaction: sizes before and after, its summary, and what the summariser was given. */
export function CompactionDetail(props: {
  readonly replay: Replay;
  readonly compaction: Compaction;
}) {
  const { replay, compaction } = props;
  const { record } = useWorkbench();
  const shapes = useShapes(record.row.id);
  const { profile } = replay.session;
  const { before, after, trigger, calls, source, step } = compaction;
  const about = [
    source === 'recorded' ? { auto: 'Automatic', manual: 'Manual', unknown: '' }[trigger] : '',
    fullTime(profile.steps.time[step] ?? NaN),
    savedWords(before, after),
    `Before: ${basisWords[before.basis]}; after: ${basisWords[after.basis]}`,
    calls === null ? '' : `the summary written in ${counted(calls, 'call')}`,
  ];
  return (
    <article data-compaction-detail={compaction.key}>
      <div className="border-b border-line2 px-4 py-2.5">
        <h2 className="text-lg font-semibold">
          {compactionHeadline(compaction, profile.stepCount)}
        </h2>
        <p className="text-sm text-ink2">{about.filter(Boolean).join(' · ')}</p>
      </div>
      <CompactionSides replay={replay} compaction={compaction} shapes={shapes} />
      <InstructionsPart replay={replay} compaction={compaction} />
      <div className="grid border-t border-line2 @4xl:grid-cols-2 @4xl:divide-x @4xl:divide-line2">
        <SummaryPart replay={replay} compaction={compaction} />
        <SummariserPart replay={replay} compaction={compaction} shapes={shapes} />
      </div>
      <CoveredEntries replay={replay} compaction={compaction} />
    </article>
  );
}
