'use client';

import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { late, useFetchAtTouch } from '@/components/ui/late';
import { Tabs } from '@/components/ui/tabs';
import type { SessionRecord } from '@/lib/api/contract/contract';
import { counted } from '@/lib/engine/base/format';
import type { Replay } from '@/lib/engine/replay/replay';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { compactionCount } from '@/lib/analysis/explain/compaction/compaction-list';
import { useFindings } from '../findings/use-findings';
import { scrollToPart } from './scroll-to-part';
import { StepsTable } from './steps-table';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { workbenchTabs, type WorkbenchTab } from '../state/view-url';

/** A tab below the chart; its count stands beside its name unless it is 0. */
interface TabSpec {
  readonly label: string;
  readonly content: ReactNode;
  /** Fetches its code; only the tabs that most first views need come with the page. */
  readonly early?: () => void;
  readonly count?: (record: SessionRecord, replay: Replay) => number;
}

const request = late(() => import('../request/request-tab').then((file) => file.RequestTab));
const compactions = late(() =>
  import('../compactions/compactions-tab').then((file) => file.CompactionsTab),
);
const findings = late(() => import('../findings/findings-tab').then((file) => file.FindingsTab));
const cost = late(() => import('../cost/cost-tab').then((file) => file.CostTab));
const answers = late(() => import('./answers-tab').then((file) => file.AnswersTab));
const receipt = late(() => import('./receipt-tab').then((file) => file.ReceiptTab));
const estimators = late(() => import('./estimators-tab').then((file) => file.EstimatorsTab));

/** Tabs by their name in a link. */
const tabs: Readonly<Record<WorkbenchTab, TabSpec>> = {
  steps: { label: 'Steps', content: <StepsTable /> },
  request: { label: 'Request', content: <request.Part />, early: request.fetchEarly },
  compactions: {
    label: 'Compactions',
    content: <compactions.Part />,
    early: compactions.fetchEarly,
    count: (_, replay) => compactionCount(replay),
  },
  findings: { label: 'Findings', content: <findings.Part />, early: findings.fetchEarly },
  cost: { label: 'Cost', content: <cost.Part />, early: cost.fetchEarly },
  answers: { label: 'Answers', content: <answers.Part />, early: answers.fetchEarly },
  estimators: { label: 'Estimators', content: <estimators.Part />, early: estimators.fetchEarly },
  receipt: {
    label: 'Receipt',
    content: <receipt.Part />,
    early: receipt.fetchEarly,
    count: ({ notices }) => notices.length,
  },
};

/**
 * The tabs, and the what-if's totals beside their names. Where the page has three columns a tab to read
 * in takes the whole height of the middle one, and a button gives the chart its place again.
 */
export function TabsBelow() {
  const { tab, replay } = useLateFrame();
  const { record, store } = useWorkbench();
  const found = useFindings();
  useFetchAtTouch(receipt.fetchEarly);
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const tall = chosen ?? tab !== 'steps';
  const opened = useRef(false);
  useEffect(() => {
    const first = !opened.current;
    opened.current = true;
    if (!tall || box.current === null) return;
    if (!first) box.current.scrollIntoView({ block: 'nearest' });
    // A page of one column begins with the cause, also where a link names a tab.
    else if (window.matchMedia('(min-width: 64rem)').matches) scrollToPart(box.current);
  }, [tall, tab]);
  return (
    <div
      ref={box}
      className={classNames(
        'flex min-h-0 flex-col border-t border-line lg:h-auto lg:flex-1 lg:shrink-0',
        tab === 'steps' ? 'h-[420px]' : 'h-[min(640px,85dvh)]',
        tall ? 'lg:min-h-full' : tab === 'steps' ? 'lg:min-h-[152px]' : 'lg:min-h-[260px]',
      )}
    >
      <Tabs
        label="Details"
        value={tab}
        onChange={(next) => store.openTab(next)}
        items={workbenchTabs.map((id) => {
          const { label, content, count, early } = tabs[id];
          const number =
            id === 'findings' ? (found?.shown.length ?? 0) : (count?.(record, replay) ?? 0);
          return { id, label, content, early, count: number > 0 ? number : undefined };
        })}
        aside={
          <div className="flex min-w-0 items-center gap-2">
            <Totals />
            <span className="hidden shrink-0 lg:inline">
              <Button variant="quiet" size="small" onClick={() => setChosen(!tall)}>
                {tall ? 'Show chart' : 'More room'}
              </Button>
            </span>
          </div>
        }
      />
    </div>
  );
}

/** The what-if's totals: compactions, overflow steps, lost entries. */
function Totals() {
  const { replay } = useLateFrame();
  const totals = useMemo(() => replayTotals(replay), [replay]);
  const parts = [
    counted(totals.stepsCompacted, 'compaction'),
    counted(totals.overflowSteps, 'overflow step'),
    totals.maxLostEntries === 0
      ? 'no lost entries'
      : `up to ${counted(totals.maxLostEntries, 'lost entry', 'lost entries')}`,
    ...(replay.divergence >= 0 && replay.session.profile.steps.ratio === null
      ? ['~ projected']
      : []),
  ];
  const text = parts.join(' · ');
  return (
    <span data-totals="" className="min-w-0 truncate" title={text}>
      {text}
    </span>
  );
}
