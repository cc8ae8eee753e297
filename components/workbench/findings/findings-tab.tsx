'use client';

import { useState } from 'react';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { useWorkbench } from '../state/use-workbench';
import { FindingDetail } from './finding-detail';
import { FindingList, findingKey } from './finding-list';
import { SuppressedFindings } from './suppressed-findings';
import { useFindings } from './use-findings';

/** What is wrong with the session and its replay: the list by severity, and one of them. */
export function FindingsTab() {
  const found = useFindings();
  const { store } = useWorkbench();
  const [chosen, setChosen] = useState<string | null>(null);
  if (found === null) return <p className="px-4 py-3 text-ink2">Looking …</p>;
  const { shown, suppressed } = found;
  const open = shown.find((finding) => findingKey(finding) === chosen) ?? shown[0];
  const jump = ({ link }: Finding): void => {
    if (link.step !== null) store.selectStep(link.step);
  };
  return (
    <div className="grid min-h-0 flex-1 overflow-auto md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-h-0 border-line2 md:overflow-auto md:border-r">
        {shown.length === 0 ? (
          <p className="px-4 py-3 text-ink2">
            {suppressed.length === 0
              ? 'No findings in this session or its replay.'
              : 'No other findings in this session or its replay.'}
          </p>
        ) : (
          <FindingList
            findings={shown}
            open={open ?? null}
            onOpen={(finding) => setChosen(findingKey(finding))}
            onJump={jump}
          />
        )}
        <SuppressedFindings suppressed={suppressed} />
      </div>
      <div className="min-h-0 md:overflow-auto">
        {open === undefined ? null : (
          <FindingDetail key={findingKey(open)} finding={open} onJump={() => jump(open)} />
        )}
      </div>
    </div>
  );
}
