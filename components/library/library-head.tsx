'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState, type RefObject } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/filter-select';
import { Kbd } from '@/components/ui/kbd';
import { lateDialog } from '@/components/ui/late';
import { SearchBox } from '@/components/ui/search-box';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { filterParameters } from '@/lib/api/contract/filter-address';
import { anySession } from '@/lib/api/contract/session-filter';
import type { SelectionRow } from '@/lib/api/contract/session-listing';
import { useChangeCorpus, useCorpora } from '@/lib/api/queries/corpus-queries';
import { useSelected, useSessionChoices } from '@/lib/api/queries/session-queries';
import { Chip } from './corpora/chip';
import { DeleteButton } from './corpora/delete-button';
import { corpusWords, filterChips } from './corpora/filter-chips';
import { tuneAddress, tuneSelected } from './corpora/tune-address';
import { FilterPanel } from './filters/filter-panel';
import { ImportMenu } from './import-menu';
import type { LibraryView, SortColumn } from './library-view';
import type { LibraryModel } from './use-library';
import { viewName } from './views/view-words';
import { ViewsRail } from './views/views-rail';

const SaveCorpus = lateDialog(() => import('./corpora/save-corpus').then((one) => one.SaveCorpus));
const PopoverPanel = lateDialog(() =>
  import('@/components/ui/popover').then((file) => file.PopoverPanel),
);

/** The shown view: its name, its conditions and order, and what it can become. */
export function LibraryHead(props: {
  readonly model: LibraryModel;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  /** Opens the first hit. */
  readonly onOpenHit: () => void;
  /** Leads from the search into the list. */
  readonly onEnterList: () => void;
}) {
  const { model } = props;
  const { view, frozen, change, setFilter } = model;
  const { query } = view.filter;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1.5 px-4 py-1.5">
      <ViewTitle model={model} />
      <p role="status" className="mr-1 text-ink2 max-md:sr-only">
        <SessionCount {...model} />
      </p>
      <Search {...props} />
      {view.corpus === null ? null : <CorpusActions model={model} />}
      {conditions(view).map(({ text, without }) => (
        <Chip key={text} text={text} onRemove={() => setFilter({ ...without, query })} />
      ))}
      <FilterPanel filter={view.filter} onChange={setFilter} />
      {frozen.error === null ? null : (
        <p role="alert" className="text-overflow">
          The corpus cannot be shown. {frozen.error}
        </p>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <SortChoice view={view} onSort={(sort) => change({ sort, toggled: [] })} />
        <TuneView model={model} />
        <ImportMenu onFiles={model.imports.addFiles} onShow={model.imports.open} />
      </div>
    </div>
  );
}

/** "10 sessions, 2 sub-agents", as the views count them; "3 of 12 sessions" of a view, with theirs. */
function SessionCount({ matching, total }: Pick<LibraryModel, 'matching' | 'total'>) {
  const { data } = useSessionChoices();
  if (matching !== total) return `${formatInteger(matching)} of ${counted(total, 'session')}`;
  const tops = data?.views.severities.reduce((sum, { count }) => sum + count, 0) ?? total;
  const below = total - tops;
  return (
    <>
      {counted(tops, 'session')}
      {below > 0 ? <span className="max-lg:sr-only">, {counted(below, 'sub-agent')}</span> : null}
    </>
  );
}

/** Conditions that the name of the view does not say. */
function conditions({ filter, corpus }: LibraryView) {
  const { agents, severities } = filter;
  const named = corpus === null ? agents.length + severities.length : 0;
  const chips = filterChips({ ...filter, query: '' });
  // A view of one agent or severity is named by it; with more conditions each is a chip of its own.
  return chips.length <= 1 && named > 0 ? [] : chips;
}

/** The name of the view; where there is no room for the views beside the list, the button of their menu. */
function ViewTitle({ model }: { readonly model: LibraryModel }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { view, frozen } = model;
  const close = (): void => setOpen(false);
  const name = view.corpus === null ? viewName({ ...view.filter, query: '' }) : frozen.name;
  return (
    <>
      <h2 className="max-w-[40ch] truncate text-xl font-semibold tracking-tight max-lg:hidden">
        <ForeignText text={name ?? 'Corpus'} />
      </h2>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-7 max-w-[60vw] items-center gap-1 text-xl font-semibold tracking-tight lg:hidden"
      >
        <span className="truncate">
          <ForeignText text={name ?? 'Corpus'} />
        </span>
        <span aria-hidden="true" className="text-sm text-ink3">
          ▾
        </span>
      </button>
      {open ? (
        <PopoverPanel
          button={button}
          label="Views of the library"
          align="start"
          onClose={close}
          className="max-h-[80dvh] w-64 overflow-y-auto p-2"
        >
          <ViewsRail model={model} onChosen={close} />
        </PopoverPanel>
      ) : null}
    </>
  );
}

function Search({ model, searchRef, onOpenHit, onEnterList }: Parameters<typeof LibraryHead>[0]) {
  const { query } = model.view.filter;
  const onQuery = (text: string): void => model.setFilter({ query: text });
  return (
    <SearchBox
      ref={searchRef}
      label="Search sessions"
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onOpenHit();
        else if (event.key === 'ArrowDown') onEnterList();
        else if (event.key !== 'Escape') return;
        else if (query === '') event.currentTarget.blur();
        else onQuery('');
        event.preventDefault();
      }}
      className="w-44 pr-8"
    >
      <span className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2 peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden">
        <Kbd>/</Kbd>
      </span>
    </SearchBox>
  );
}

const SORTS = [
  ['severity', 'Sorted by severity'],
  ['-imported', 'Newest first'],
  ['-peak', 'Peak of limit'],
  ['-steps', 'Most steps'],
  ['-recorded', 'Most compactions'],
  ['-findings', 'Most findings'],
  ['name', 'Name'],
] as const;

function SortChoice(props: {
  readonly view: LibraryView;
  readonly onSort: (sort: LibraryView['sort']) => void;
}) {
  const { sort } = props.view;
  const value = `${sort.descending ? '-' : ''}${sort.column}`;
  const known = SORTS.some(([one]) => one === value);
  return (
    <FilterSelect
      label=""
      name="Order"
      value={value}
      options={known ? SORTS : [[value, `By ${sort.column}`], ...SORTS]}
      onChange={(chosen) =>
        props.onSort({
          column: chosen.replace('-', '') as SortColumn,
          descending: chosen.startsWith('-'),
        })
      }
    />
  );
}

/** Freezes or deletes the shown corpus. */
function CorpusActions({ model }: { readonly model: LibraryModel }) {
  const { view, frozen, change } = model;
  const { data: corpora = [] } = useCorpora();
  const changing = useChangeCorpus();
  const corpus = corpora.find(({ id }) => id === view.corpus);
  const leave = (): void => change({ filter: anySession, corpus: null });
  return (
    <>
      {frozen.missing + frozen.changed === 0 ? null : (
        <p className="text-sm text-warn">{lossWords(frozen)}</p>
      )}
      {corpus === undefined ? null : (
        <>
          <p className="text-sm text-ink2">
            <ForeignText text={corpusWords(corpus)} />
          </p>
          {corpus.frozen === null ? (
            <Button
              variant="quiet"
              disabled={changing.isPending}
              title="Keeps the list of its sessions as it is now"
              onClick={() => changing.mutate({ id: corpus.id, freeze: true })}
            >
              Freeze
            </Button>
          ) : (
            <span className="text-sm text-ink3" title={`SHA-256 ${corpus.frozen.sha256}`}>
              frozen · {corpus.frozen.sha256.slice(0, 8)}
            </span>
          )}
          <DeleteButton
            name={corpus.name}
            onDelete={() => changing.mutate({ id: corpus.id, remove: true }, { onSuccess: leave })}
          />
        </>
      )}
    </>
  );
}

function lossWords({ missing, changed }: LibraryModel['frozen']): string {
  return [
    ...(missing === 0 ? [] : [`${counted(missing, 'session')} missing`]),
    ...(changed === 0 ? [] : [`${counted(changed, 'session')} changed`]),
  ].join(', ');
}

/** Tunes over exactly the shown view; a part of a corpus that no address can name is saved first. */
function TuneView({ model }: { readonly model: LibraryModel }) {
  const { view, listing, matching, selection } = model;
  const router = useRouter();
  const [saving, setSaving] = useState(false);
  const isPart = view.corpus !== null && filterParameters(view.filter).size > 0;
  const { data: shown } = useSelected(listing, isPart ? {} : null);
  const address = shownAddress(view, shown ?? []);
  if (selection.chosen.length > 0) return null;
  return (
    <>
      <Button
        disabled={matching === 0 || (isPart && shown === undefined)}
        onClick={() => (address === null ? setSaving(true) : router.push(address))}
      >
        Tune this view
      </Button>
      {saving ? (
        <SaveCorpus
          input={{ sessions: (shown ?? []).map(({ id }) => id) }}
          onSaved={(corpus) => router.push(tuneAddress({ corpus }))}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </>
  );
}

function shownAddress(
  { corpus, filter }: LibraryView,
  shown: readonly SelectionRow[],
): string | null {
  if (corpus === null) return tuneAddress({ filter });
  return filterParameters(filter).size === 0 ? tuneAddress({ corpus }) : tuneSelected(shown);
}
