'use client';

import Link from 'next/link';
import { useState, type ReactNode } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { classNames } from '@/components/ui/class-names';
import { lateDialog } from '@/components/ui/late';
import type { Severity } from '@/lib/analysis/fit/severities';
import { MOST_PICKED } from '@/lib/api/contract/corpus-contract';
import { anySession, type SessionFilter } from '@/lib/api/contract/session-filter';
import { useCorpora } from '@/lib/api/queries/corpus-queries';
import { useRuns } from '@/lib/api/queries/run-queries';
import { useSelected, useSessionChoices } from '@/lib/api/queries/session-queries';
import { useWatched } from '@/lib/api/queries/watch-queries';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { libraryAddress, defaultView } from '../library-view';
import type { LibraryModel } from '../use-library';
import { attention } from './severity-words';
import { SeverityMark } from './severity-mark';
import { isView, viewName } from './view-words';

const SaveCorpus = lateDialog(() => import('../corpora/save-corpus').then((one) => one.SaveCorpus));
const LimitsDialog = lateDialog(() => import('../limits-dialog').then((one) => one.LimitsDialog));

/** The views of the library: by what needs attention, by agent, and the user's own corpora. */
export function ViewsRail(props: {
  readonly model: LibraryModel;
  /** Called when a view was chosen. */
  readonly onChosen?: () => void;
}) {
  const { model, onChosen } = props;
  const { data } = useSessionChoices();
  const views = data?.views;
  const of = (severity: Severity): number =>
    views?.severities.find(({ value }) => value === severity)?.count ?? 0;
  const all = views?.severities.reduce((sum, { count }) => sum + count, 0) ?? null;
  const view = (part: Partial<SessionFilter>) => ({ model, part, onChosen });
  return (
    <nav aria-label="Views" className="flex min-h-full flex-col gap-px">
      <Heading>Views</Heading>
      <View {...view({})} count={all} />
      <View
        {...view({ severities: attention })}
        count={attention.reduce((sum, one) => sum + of(one), 0)}
      />
      {attention.map((severity) => (
        <View
          key={severity}
          {...view({ severities: [severity] })}
          count={of(severity)}
          severity={severity}
        />
      ))}
      {(views?.agents.length ?? 0) === 0 ? null : <Heading>By agent</Heading>}
      {views?.agents.map(({ value, count }) => (
        <View key={value} {...view({ agents: [value] })} count={count} />
      ))}
      <OwnCorpora model={model} onChosen={onChosen} />
      <Foot />
    </nav>
  );
}

function Heading({ children }: { readonly children: ReactNode }) {
  return (
    <h2 className="mt-3 mb-1 flex items-center justify-between px-2 text-xs font-medium text-ink3">
      {children}
    </h2>
  );
}

const LOOK =
  'flex min-h-7 items-center gap-1.5 rounded-md px-2 text-left hover:bg-sel hover:text-ink';

/** A view by the name that it has as the list's title. */
function View(props: {
  readonly model: LibraryModel;
  readonly part: Partial<SessionFilter>;
  readonly count: number | null;
  /** Its mark stands before the name. */
  readonly severity?: Severity;
  readonly onChosen?: (() => void) | undefined;
}) {
  const { model, part, count, severity, onChosen } = props;
  const filter = { ...anySession, ...part };
  const here = model.view.corpus === null && isView(model.view.filter, filter);
  return (
    <Link
      href={libraryAddress({ ...defaultView, filter })}
      prefetch={false}
      {...(here ? { 'aria-current': 'page' as const } : {})}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        model.change({ filter, corpus: null, toggled: [] });
        onChosen?.();
      }}
      className={classNames(LOOK, here ? 'bg-line2 font-medium text-ink' : 'text-ink2')}
    >
      {severity === undefined ? null : (
        <span className="ml-2.5">
          <SeverityMark severity={severity} />
        </span>
      )}
      <span className="min-w-0 truncate">
        <ForeignText text={viewName(filter)} />
      </span>
      <span className="ml-auto">{count === null ? '' : formatInteger(count)}</span>
    </Link>
  );
}

/** The saved corpora: a filter that decides anew, with sessions picked by hand beside it. */
function OwnCorpora(props: {
  readonly model: LibraryModel;
  readonly onChosen?: (() => void) | undefined;
}) {
  const { model, onChosen } = props;
  const [saving, setSaving] = useState(false);
  const { data: corpora = [] } = useCorpora();
  const { view, change, selection, listing } = model;
  // A part of a corpus has no filter of its own: its sessions are saved as they are now.
  const { data: shown } = useSelected(listing, saving && view.corpus !== null ? {} : null);
  const picked = selection.chosen.slice(0, MOST_PICKED).map(({ id }) => id);
  const whole = { filter: view.filter, ...(picked.length === 0 ? {} : { picked }) };
  const part = shown === undefined ? null : { sessions: shown.map(({ id }) => id) };
  const input = view.corpus === null ? whole : part;
  return (
    <>
      <Heading>
        My corpora
        <button
          type="button"
          aria-label="Save this view as a corpus"
          title="Save this view as a corpus"
          disabled={model.matching === 0}
          onClick={() => setSaving(true)}
          className="grid size-6 place-items-center rounded text-base text-ink2 hover:bg-sel disabled:opacity-45"
        >
          +
        </button>
      </Heading>
      {corpora.map(({ id, name, frozen }) => (
        <button
          key={id}
          type="button"
          aria-current={view.corpus === id ? 'page' : undefined}
          onClick={() => {
            change({ filter: anySession, corpus: id, toggled: [] });
            onChosen?.();
          }}
          className={classNames(
            LOOK,
            view.corpus === id ? 'bg-line2 font-medium text-ink' : 'text-ink2',
          )}
        >
          <span className="min-w-0 truncate">
            <ForeignText text={name} />
          </span>
          <span className="ml-auto">{frozen === null ? '' : formatInteger(frozen.sessions)}</span>
        </button>
      ))}
      {saving && input !== null ? (
        <SaveCorpus
          input={input}
          onSaved={(corpus) => change({ filter: anySession, corpus })}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </>
  );
}

/** What the library does by itself, and what it keeps beside sessions. */
function Foot() {
  const [limits, setLimits] = useState(false);
  const { data: watched } = useWatched();
  const { data: runs } = useRuns();
  const folders = watched?.folders.length ?? 0;
  return (
    <div className="mt-auto grid gap-px pt-4 text-sm">
      <Link href="/watched" prefetch={false} className={classNames(LOOK, 'text-ink2')}>
        <span
          aria-hidden="true"
          className={classNames('size-1.5 rounded-full', folders > 0 ? 'bg-compaction' : 'bg-line')}
        />
        {folders === 0 ? 'Watch a folder' : `Watching ${counted(folders, 'folder')}`}
      </Link>
      {(runs?.length ?? 0) === 0 ? null : (
        <Link href="/runs" prefetch={false} className={classNames(LOOK, 'text-ink2')}>
          {counted(runs?.length ?? 0, 'frozen run')}
        </Link>
      )}
      <button
        type="button"
        onClick={() => setLimits(true)}
        className={classNames(LOOK, 'text-ink2')}
      >
        Limits by model
      </button>
      {limits ? <LimitsDialog onClose={() => setLimits(false)} /> : null}
    </div>
  );
}
