'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import { Tabs } from '@/components/ui/tabs';
import type { SessionRecord } from '@/lib/api/contract';
import { prepare } from '@/lib/replay/replay';
import type { Profile } from '@/lib/tokens/profile';
import { AddressBar } from './address-bar';
import { ChartPane } from './chart-pane';
import { ChartSource } from './chart-source';
import { EmptySession } from './empty-session';
import { EstimatorsTab } from './estimators-tab';
import { GoToStep } from './go-to-step';
import { Header } from './header';
import { LedgerPanel } from './ledger-panel';
import { NoticeBar } from './notice-bar';
import { NudgeHint } from './nudge-hint';
import { Parameters } from './parameters';
import { ReceiptTab } from './receipt-tab';
import { RequestTab } from './request-tab';
import { sessionPrefix } from './session-prefix';
import type { ShortcutHost } from './shortcuts';
import { ShareDialog } from './share-dialog';
import { ShortcutsSheet } from './shortcuts-sheet';
import { StepsTable } from './steps-table';
import { Totals } from './totals';
import { useShortcuts } from './use-shortcuts';
import { useLateFrame, useWorkbench, WorkbenchProvider, type Workbench } from './use-workbench';
import { VerdictBar } from './verdict-bar';
import {
  readView,
  writeView,
  type ViewSubject,
  type WorkbenchView as WorkbenchState,
} from './view-url';
import { WorkbenchStore } from './workbench-store';

const COPIED_MS = 1_500;

/** A loaded session: makes the store, keeps it and the address bar at one. */
export function WorkbenchView({
  record,
  profile,
}: {
  readonly record: SessionRecord;
  readonly profile: Profile;
}) {
  const [opened, setOpened] = useState(() => openSession(profile));
  // A session that grows is opened again where the eye is: same step, draft and zoom.
  if (opened.profile !== profile) setOpened(openSession(profile, opened));
  const [closed, setClosed] = useState<readonly string[]>([]);
  const [notices, setNotices] = useState(opened.notices ?? []);
  useEffect(() => {
    if (!opened.store) return;
    const { store, bar, subject } = opened;
    const onPop = (): void => {
      const read = readView(window.location.search, subject);
      store.restore(read.view);
      setNotices(read.notices);
    };
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      bar.flush();
    };
  }, [opened]);
  const workbench = useMemo<Workbench | null>(
    () =>
      opened.store
        ? { store: opened.store, chart: opened.chart, record, prefix: opened.prefix }
        : null,
    [opened, record],
  );
  if (!workbench) return <EmptySession record={record} />;
  return (
    <WorkbenchProvider value={workbench}>
      <Layout
        workbench={workbench}
        bar={opened.bar}
        notices={notices.filter((notice) => !closed.includes(notice))}
        onCloseNotices={() => setClosed(notices)}
      />
    </WorkbenchProvider>
  );
}

/** Only the profile for a session without steps; `before` is the same session before it grew. */
function openSession(profile: Profile, before?: { readonly store?: WorkbenchStore }) {
  if (profile.stepCount === 0) return { profile };
  const prefix = sessionPrefix(profile);
  const subject: ViewSubject = profile;
  const { view, notices } = readView(window.location.search, subject);
  const bar = new AddressBar((next, search) => writeView(next, subject, search));
  const shown = before?.store === undefined ? view : viewAfter(before.store, profile);
  const store = new WorkbenchStore(prepare(profile, prefix.tokens), shown, bar.write);
  return { profile, store, bar, subject, prefix, notices, chart: new ChartSource(store) };
}

/** What a workbench showed, for the session as it is now: a re-import may hold fewer steps. */
function viewAfter(store: WorkbenchStore, { stepCount }: Profile): WorkbenchState {
  const { range, ...view } = store.view();
  const last = stepCount - 1;
  return {
    ...view,
    step: Math.min(store.frame().step, last),
    range: range !== null && range.to <= last ? range : null,
  };
}

function Layout({
  workbench: { store },
  bar,
  notices,
  onCloseNotices,
}: {
  readonly workbench: Workbench;
  readonly bar: AddressBar | undefined;
  readonly notices: readonly string[];
  readonly onCloseNotices: () => void;
}) {
  const [dialog, setDialog] = useState<'shortcuts' | 'go-to' | 'share' | null>(null);
  const [nudged, setNudged] = useState<string | null>(null);
  const { copied, copyLink } = useCopyLink(bar);
  const host = useMemo<ShortcutHost>(
    () => ({
      store,
      nudged,
      setNudged,
      copyLink,
      openSheet: () => setDialog('shortcuts'),
      openGoTo: () => setDialog('go-to'),
    }),
    [store, nudged, copyLink],
  );
  useShortcuts(host);
  return (
    <div className="flex min-h-full flex-col lg:h-full lg:min-h-0">
      <Header
        copied={copied}
        onShare={() => setDialog('share')}
        onShortcuts={() => setDialog('shortcuts')}
      />
      <NoticeBar notices={notices} onClose={onCloseNotices} />
      <main id="main" className="flex min-h-0 flex-1 flex-col">
        <VerdictBar />
        <div className="grid min-h-0 flex-1 lg:grid-cols-[264px_minmax(0,1fr)_320px]">
          <Parameters />
          <div className="flex min-h-0 min-w-0 flex-col border-t border-line lg:border-t-0">
            <div className="grid h-[380px] shrink-0 lg:h-[52%] lg:min-h-[300px]">
              <ChartPane />
            </div>
            <Below />
          </div>
          <LedgerPanel />
        </div>
      </main>
      <NudgeHint setting={nudged} />
      {dialog === 'shortcuts' ? <ShortcutsSheet onClose={() => setDialog(null)} /> : null}
      {dialog === 'share' ? (
        <ShareDialog copied={copied} onCopy={copyLink} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'go-to' ? <GoToStep onClose={() => setDialog(null)} /> : null}
    </div>
  );
}

function Below() {
  const { tab } = useLateFrame();
  const { record, store } = useWorkbench();
  return (
    <div className="flex h-[420px] min-h-0 flex-col border-t border-line lg:h-auto lg:flex-1">
      <Tabs
        label="Details"
        value={tab}
        onChange={(next) => store.openTab(next)}
        items={[
          {
            id: 'steps',
            label: 'Steps',
            content: <StepsTable />,
          },
          { id: 'request', label: 'Request', content: <RequestTab /> },
          { id: 'estimators', label: 'Estimators', content: <EstimatorsTab /> },
          {
            id: 'receipt',
            label: 'Receipt',
            count: record.notices.length > 0 ? record.notices.length : undefined,
            content: <ReceiptTab />,
          },
        ]}
        aside={<Totals />}
      />
    </div>
  );
}

/** Copies the address after it has caught up with the view. */
function useCopyLink(bar: AddressBar | undefined) {
  const [copied, setCopied] = useState(false);
  const copyLink = useCallback(() => {
    bar?.flush();
    void navigator.clipboard.writeText(window.location.href).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    });
  }, [bar]);
  return { copied, copyLink };
}
