'use client';

import { useState, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { late, useFetchAtTouch } from '@/components/ui/late';
import { Tabs } from '@/components/ui/tabs';
import type { SessionRecord } from '@/lib/api/contract/contract';
import type { Replay } from '@/lib/engine/replay/replay';
import { compactionCount } from '@/lib/analysis/explain/compaction/compaction-list';
import { useFindings } from '../findings/use-findings';
import { usePanes } from './use-panes';
import { StepsTable } from '../tabs/steps-table';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import type { WorkbenchTab } from '../state/view-url';

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
const answers = late(() => import('../tabs/answers-tab').then((file) => file.AnswersTab));
const receipt = late(() => import('../tabs/receipt-tab').then((file) => file.ReceiptTab));
const estimators = late(() => import('../tabs/estimators-tab').then((file) => file.EstimatorsTab));

/** Tabs by their name in a link. */
const tabs: Readonly<Record<WorkbenchTab, TabSpec>> = {
  steps: { label: 'Steps', content: <StepsTable />, count: ({ row }) => row.steps },
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

const first = ['steps', 'request', 'compactions', 'findings', 'cost'] as const;
/** What is looked up now and then: one tab for all of it. */
type MoreTab = Exclude<WorkbenchTab, (typeof first)[number]>;
const more = (Object.keys(tabs) as WorkbenchTab[]).filter(
  (one): one is MoreTab => !first.some((shown) => shown === one),
);

/** Everything about the session and the selected step beside the chart, in one pane of a height of its own. */
export function Details() {
  const { tab, replay } = useLateFrame();
  const { record, store } = useWorkbench();
  const { details } = usePanes();
  const found = useFindings();
  const [looked, setLooked] = useState<MoreTab>('answers');
  const inMore = more.find((one) => one === tab);
  useFetchAtTouch(receipt.fetchEarly);
  const item = <Id extends WorkbenchTab>(id: Id) => {
    const { label, content, count, early } = tabs[id];
    const number = id === 'findings' ? (found?.shown.length ?? 0) : (count?.(record, replay) ?? 0);
    return { id, label, content, early, count: number > 0 ? number : undefined };
  };
  const moreTabs = (
    <Tabs
      label="More"
      value={inMore ?? looked}
      onChange={(next) => {
        setLooked(next);
        store.openTab(next);
      }}
      items={more.map(item)}
    />
  );
  return (
    <div
      data-details=""
      style={{ '--details': details === null ? '23vh' : `${details}px` } as CSSProperties}
      className={classNames(
        'flex min-h-0 shrink-0 flex-col border-t border-line lg:h-[var(--details)] lg:border-t-0 print:hidden',
        tab === 'steps' ? 'h-[420px]' : 'h-[min(640px,85dvh)]',
      )}
    >
      <h2 className="sr-only">Details</h2>
      <Tabs
        label="Details"
        value={inMore === undefined ? (tab as (typeof first)[number]) : 'more'}
        onChange={(next) => store.openTab(next === 'more' ? looked : next)}
        items={[
          ...first.map(item),
          { id: 'more', label: 'More', content: moreTabs, early: answers.fetchEarly },
        ]}
      />
    </div>
  );
}
