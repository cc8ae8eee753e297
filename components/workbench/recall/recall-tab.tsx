'use client';

import { useState } from 'react';
import {
  leftOutWords,
  liveWords,
  momentWords,
  RECALL_BASIS,
} from '@/lib/analysis/recall/recall-words';
import { RECALL_EVIDENCE } from '@/lib/analysis/recall/evidence';
import type { Recall } from '@/lib/analysis/recall/recall-report';
import type { ChanceLevel } from './chance-level';
import { ChancePart } from './chance-part';
import { compactionRecalls } from './compaction-recalls';
import { CompactionPart } from './compaction-part';
import { CompactionTable } from './compaction-table';
import { LargestEntries } from './largest-entries';
import { MomentList } from './moment-list';
import { StepLive } from './step-live';
import { useLateFrame } from '../state/use-workbench';
import { useRecall } from './use-recall';

/** What of the context is used again, and what each compaction takes of that. */
export function RecallTab() {
  const { recall, level, missing, fault } = useRecall();
  if (missing !== null) {
    return (
      <p data-recall="missing" className="max-w-[80ch] px-4 py-3 text-ink2">
        {missing}
      </p>
    );
  }
  if (recall === null || level === null) {
    return fault === null ? (
      <p role="status" className="px-4 py-3 text-ink3">
        Looking for what is named again …
      </p>
    ) : (
      <p className="px-4 py-3 text-overflow">{fault}</p>
    );
  }
  return <Known recall={recall} level={level} />;
}

function Known({ recall, level }: { readonly recall: Recall; readonly level: ChanceLevel }) {
  const { report } = recall;
  const all = compactionRecalls(report);
  const [chosen, choose] = useState<string | null>(null);
  const { step } = useLateFrame();
  const ofStep = all.find(({ plain }) => plain.step === step);
  const shown = all.find(({ key }) => key === chosen) ?? ofStep ?? all[0] ?? null;
  const left = leftOutWords(report);
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="Used again"
      className="@container min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
    >
      <div className="grid gap-x-8 gap-y-4 px-4 py-3 @4xl:grid-cols-2">
        <section className="min-w-0 max-w-[80ch]">
          <p data-recall="headline">{liveWords(report)}</p>
          <p data-recall="moments" className="mt-1">
            {momentWords(report.moments)}
          </p>
          <StepLive recall={recall} />
          <ChancePart report={report} level={level} />
          <MomentList within={report.within} />
          <div className="mt-2 text-sm text-ink2">
            <p>{RECALL_BASIS}</p>
            <p className="mt-1" data-recall="evidence">
              {RECALL_EVIDENCE}
            </p>
            {left === null ? null : <p className="mt-1">{left}</p>}
          </div>
        </section>
        <LargestEntries recall={recall} />
      </div>
      <CompactionTable all={all} shown={shown?.key ?? null} onChoose={choose} />
      {shown === null ? null : <CompactionPart key={shown.key} one={shown} />}
    </div>
  );
}
