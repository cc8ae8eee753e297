'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import { X } from 'lucide-react';
import type { SessionRecord } from '@/lib/api/contract/contract';
import { openSession as openAsItRan } from '@/lib/analysis/fit/opening';
import { prepare } from '@/lib/engine/replay/prepare';
import { carriedSizes } from '@/lib/engine/replay/projection/error-band';
import { replay } from '@/lib/engine/replay/replay';
import { assumedLimits, modelLimitTexts } from '@/lib/engine/tokens/limits/model-limits';
import type { Profile } from '@/lib/engine/tokens/profile';
import { Button } from '@/components/ui/button';
import { lateAddition, lateDialog, useFetchAtTouch } from '@/components/ui/late';
import { usePageOffers } from '@/components/palette/page-offers';
import type { ActionHost } from './actions/action';
import { useActionKeys } from './actions/use-action-keys';
import { AddressBar } from './state/address-bar';
import { askedSetting, forgetAsked } from './parameters/asked-setting';
import { ChartPlace } from './layout/chart-place';
import { ChartSource } from './chart/chart-source';
import { EmptySession } from './workbench-states';
import { FindingsAround } from './findings/findings-around';
import { Header } from './header/header';
import { LedgerPanel } from './ledger/ledger-panel';
import { NudgeHint } from './parameters/nudge-hint';
import { PrimarySettings } from './parameters/primary-settings';
import { sessionPrefix } from '@/lib/engine/replay/session-prefix';
import { Details } from './layout/details';
import { Splitter } from './layout/splitter';
import { toggleLedger } from './layout/use-panes';
import { useWorkbench, WorkbenchProvider, type Workbench } from './state/use-workbench';
import { CauseBlock } from './cause/cause-block';
import { CauseProvider } from './cause/use-cause';
import { happenedDraft, policyOf, sameDraft } from './state/draft';
import { openingView } from './state/opening-view';
import {
  readView,
  sharedView,
  underLink,
  writeView,
  type ViewSubject,
  type WorkbenchState,
} from './state/view-url';
import { WorkbenchStore } from './state/workbench-store';

const COPIED_MS = 1_500;

const ShortcutsSheet = lateDialog(() =>
  import('./header/shortcuts-sheet').then((file) => file.ShortcutsSheet),
);
const ShareDialog = lateDialog(() =>
  import('./share/share-dialog').then((file) => file.ShareDialog),
);
const FreezeDialog = lateDialog(() =>
  import('./header/freeze-dialog').then((file) => file.FreezeDialog),
);
const settings = lateAddition(
  () => import('./parameters/all-settings').then((file) => file.AllSettings),
  () => null,
);
const GoToStep = lateDialog(() => import('./tabs/go-to-step').then((file) => file.GoToStep));

/** A loaded session: creates the store and syncs it with the URL. */
export function WorkbenchView(props: {
  readonly record: SessionRecord;
  readonly profile: Profile;
  /** A sentence for each file beside the library that is no table of sizes. */
  readonly tableFaults: readonly string[];
}) {
  const { record, profile, tableFaults } = props;
  const [opened, setOpened] = useState(() => openSession(record, profile));
  // A session that grows is reopened with the same step, what-if and zoom.
  if (opened.profile !== profile) setOpened(openSession(record, profile, opened));
  const [closed, setClosed] = useState<readonly string[]>([]);
  const [notices, setNotices] = useState<readonly string[]>(opened.notices ?? []);
  useEffect(() => {
    if (!opened.store) return;
    const { store, bar, subject } = opened;
    const onPop = (): void => {
      const read = readView(window.location.search, subject);
      store.restore(read.view);
      setNotices(read.notices);
    };
    const onHide = (): void => bar.flush();
    // A change of the address while a link loads would cancel its navigation: write before it begins.
    const onFollow = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest('a[href]') !== null) bar.flush();
    };
    window.addEventListener('popstate', onPop);
    window.addEventListener('pagehide', onHide);
    window.addEventListener('click', onFollow, { capture: true });
    return () => {
      window.removeEventListener('popstate', onPop);
      window.removeEventListener('click', onFollow, { capture: true });
      window.removeEventListener('pagehide', onHide);
      bar.flush();
    };
  }, [opened]);
  const workbench = useMemo<Workbench | null>(
    () =>
      opened.store
        ? {
            store: opened.store,
            chart: opened.chart,
            record,
            prefix: opened.prefix,
            opening: opened.opening,
          }
        : null,
    [opened, record],
  );
  if (!workbench) return <EmptySession record={record} />;
  return (
    <WorkbenchProvider value={workbench}>
      <FindingsAround>
        <Layout
          link={opened.link}
          notices={[...notices, ...tableFaults].filter((notice) => !closed.includes(notice))}
          onCloseNotices={() => setClosed([...notices, ...tableFaults])}
        />
      </FindingsAround>
    </WorkbenchProvider>
  );
}

/** Only the profile for a session without steps; `before` is the same session before it grew. */
function openSession(
  { source }: SessionRecord,
  recorded: Profile,
  before?: { readonly store?: WorkbenchStore },
) {
  if (recorded.stepCount === 0) return { profile: recorded };
  const { profile, notices: limited } = underLink(window.location.search, recorded);
  const prefix = sessionPrefix(profile);
  const session = prepare(profile, prefix.tokens);
  const opening = openAsItRan(source, profile);
  const limits = modelLimitTexts(assumedLimits(profile));
  const sizesOf: ViewSubject['sizesOf'] = ({ policyId, settings }) =>
    carriedSizes(replay(session, policyOf(policyId), settings));
  const subject: ViewSubject = {
    ...profile,
    opening: openingView(session, opening),
    sizesOf,
    limits,
  };
  const read = readView(window.location.search, subject);
  const { view } = read;
  const notices = [...limited, ...read.notices];
  const bar = new AddressBar((next, search) => writeView(next, subject, search));
  const shown = before?.store === undefined ? view : viewAfter(before.store, subject);
  const store = new WorkbenchStore(session, shown, bar.write, subject.opening, opening);
  const link = (): string => {
    const { origin, pathname, search, hash } = window.location;
    return `${origin}${pathname}${sharedView(store.view(), subject, search)}${hash}`;
  };
  const chart = new ChartSource(store);
  return { profile: recorded, store, bar, link, subject, prefix, opening, notices, chart };
}

/**
 * The former view on the present session, which may have fewer steps after a re-import. A session
 * shown as it ran stays so: its settings are what the recording shows now.
 */
function viewAfter(store: WorkbenchStore, { stepCount, opening }: ViewSubject): WorkbenchState {
  const { range, marked, ...view } = store.view();
  const last = stepCount - 1;
  const asItRan = opening !== null && store.isAsItRan();
  return {
    ...view,
    ...(asItRan ? { policyId: opening.policyId, settings: opening.settings } : {}),
    step: Math.min(store.frame().step, last),
    range: range !== null && range.to <= last ? range : null,
    marked: marked !== null && marked.to <= last ? marked : null,
  };
}

function Layout(props: {
  readonly link: (() => string) | undefined;
  readonly notices: readonly string[];
  readonly onCloseNotices: () => void;
}) {
  const { notices, onCloseNotices } = props;
  const { store, opening } = useWorkbench();
  const [dialog, setDialog] = useState<'shortcuts' | 'go-to' | 'share' | 'report' | null>(null);
  const [freezes, setFreezes] = useState(0);
  const freeze = useCallback(() => setFreezes((before) => before + 1), []);
  const [noting, setNoting] = useState(0);
  const addNote = useCallback(() => setNoting((before) => before + 1), []);
  const [nudged, setNudged] = useState(() => askedSetting(store));
  useEffect(forgetAsked, []);
  const [isOpen, setIsOpen] = useState(false);
  const toggleSettings = useCallback(() => setIsOpen((before) => !before), []);
  useFetchAtTouch(settings.fetchEarly);
  const { copied, copyLink } = useCopyLink(props.link);
  const host = useMemo<ActionHost>(
    () => ({
      store,
      nudged,
      setNudged: (key) => {
        store.endGesture();
        setNudged(key);
      },
      copyLink,
      freeze,
      addNote,
      toggleLedger,
      back: () => store.useWhole(happenedDraft(opening)),
      isChanged: () => !sameDraft(store.frame(), happenedDraft(opening)),
      openSheet: () => setDialog('shortcuts'),
      openGoTo: () => setDialog('go-to'),
      openShare: () => setDialog('share'),
      openReport: () => setDialog('report'),
    }),
    [store, opening, nudged, copyLink, freeze, addNote],
  );
  useActionKeys(host);
  usePageOffers(
    useCallback(
      () => import('./palette/workbench-offer').then((file) => file.workbenchOffer(host)),
      [host],
    ),
  );
  return (
    <div className="flex min-h-full flex-col lg:h-full lg:min-h-0 print:h-auto">
      <Header
        copied={copied}
        onShare={() => setDialog('share')}
        onShortcuts={() => setDialog('shortcuts')}
        onSettings={toggleSettings}
      />
      <NoticeBar notices={notices} onClose={onCloseNotices} />
      <CauseProvider>
        <main id="main" className="flex min-h-0 flex-1 flex-col">
          <CauseBlock onFreeze={freeze} />
          <div className="relative flex min-h-0 flex-1 flex-col lg:flex-row print:flex-col">
            <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:overflow-y-auto print:overflow-visible">
              <ChartPlace />
              <PrimarySettings onAll={toggleSettings} />
              <Splitter />
              <Details />
            </div>
            <LedgerPanel noting={noting} />
            {isOpen ? <settings.Part onFreeze={freeze} onClose={() => setIsOpen(false)} /> : null}
          </div>
        </main>
      </CauseProvider>
      <NudgeHint setting={nudged} />
      {dialog === 'shortcuts' ? <ShortcutsSheet onClose={() => setDialog(null)} /> : null}
      {dialog === 'share' || dialog === 'report' ? (
        <ShareDialog
          at={dialog === 'share' ? 'file' : 'report'}
          copied={copied}
          onCopy={copyLink}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {freezes === 0 ? null : <FreezeDialog key={freezes} onClose={() => setFreezes(0)} />}
      {dialog === 'go-to' ? <GoToStep onClose={() => setDialog(null)} /> : null}
    </div>
  );
}

/** Copies the link to the view. */
function useCopyLink(link: (() => string) | undefined) {
  const [copied, setCopied] = useState(false);
  const copyLink = useCallback(() => {
    void navigator.clipboard.writeText(link?.() ?? window.location.href).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
    });
  }, [link]);
  return { copied, copyLink };
}

/** Notices of values left out of a link; stay until closed. */
function NoticeBar(props: { readonly notices: readonly string[]; readonly onClose: () => void }) {
  const { notices, onClose } = props;
  if (notices.length === 0) return null;
  return (
    <div
      role="alert"
      className="flex items-start gap-3 border-b border-line bg-band px-4 py-1.5 text-ink"
    >
      <ul className="min-w-0 flex-1 break-words">
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onClick={onClose} aria-label="Close the notice">
        <X size={14} aria-hidden="true" />
      </Button>
    </div>
  );
}
