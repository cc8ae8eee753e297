'use client';

import { useState } from 'react';
import { useRouter } from 'next/navigation';
import { Chip } from './corpora/chip';
import { filterChips } from './corpora/filter-chips';
import { Button } from '@/components/ui/button';
import { FilterSelect } from '@/components/ui/filter-select';
import { lateDialog } from '@/components/ui/late';
import { counted } from '@/lib/engine/base/format';
import { filterParameters } from '@/lib/api/contract/filter-address';
import { anySession } from '@/lib/api/contract/session-filter';
import { tuneAddress, tuneSelected } from './corpora/tune-address';
import { FilterPanel } from './filters/filter-panel';
import { groupings, type SelectionRow } from '@/lib/api/contract/session-listing';
import { useSelected } from '@/lib/api/queries/session-queries';
import type { Grouping, LibraryView } from './library-view';
import type { LibraryModel } from './use-library';

const groupWords: Readonly<Record<Grouping, string>> = {
  file: 'file',
  agent: 'agent',
  model: 'model',
  off: 'nothing',
};

const SaveCorpus = lateDialog(() =>
  import('./corpora/save-corpus').then((file) => file.SaveCorpus),
);

/** Conditions on the sessions beside the search, their grouping, and what all that pass can become. */
export function LibraryFilters({ model }: { readonly model: LibraryModel }) {
  const { view, frozen, change, setFilter } = model;
  const { query } = view.filter;
  const conditions = { ...view.filter, query: '' };
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1.5 border-b px-4 py-1.5">
      {view.corpus === null ? null : (
        <Chip
          text={`frozen list ${frozen.name ?? ''}${lossWords(frozen)}`}
          onRemove={() => change({ corpus: null })}
        />
      )}
      {filterChips(conditions).map(({ text, without }) => (
        <Chip key={text} text={text} onRemove={() => setFilter({ ...without, query })} />
      ))}
      <FilterPanel filter={view.filter} onChange={setFilter} />
      {frozen.error === null ? null : (
        <p role="alert" className="text-overflow">
          The frozen list cannot be shown. {frozen.error}
        </p>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <FilterSelect
          label="Group by"
          value={view.group}
          options={groupings.map((group) => [group, groupWords[group]])}
          onChange={(group) => change({ group: group as Grouping, toggled: [] })}
        />
        <SaveAndTune model={model} />
      </div>
    </div>
  );
}

/** Saves what the library shows as a corpus, or tunes over it. */
function SaveAndTune({ model }: { readonly model: LibraryModel }) {
  const { view, listing, matching, selection } = model;
  const router = useRouter();
  const [saving, setSaving] = useState<'save' | 'tune' | null>(null);
  const { corpus, filter } = view;
  // A part of a frozen list has no other name than its sessions.
  const { data: shown } = useSelected(listing, corpus === null ? null : {});
  const nothing = matching === 0 || (corpus !== null && shown === undefined);
  const address = shownAddress(view, shown ?? []);
  return (
    <>
      <Button disabled={nothing} onClick={() => setSaving('save')}>
        Save as corpus
      </Button>
      {selection.chosen.length > 0 ? null : (
        <Button
          disabled={nothing}
          onClick={() => (address === null ? setSaving('tune') : router.push(address))}
        >
          Tune …
        </Button>
      )}
      {saving === null ? null : (
        <SaveCorpus
          input={corpus === null ? { filter } : { sessions: (shown ?? []).map(({ id }) => id) }}
          onSaved={(id) => {
            if (saving === 'tune') router.push(tuneAddress({ corpus: id }));
          }}
          onClose={() => setSaving(null)}
        />
      )}
    </>
  );
}

/** Where the shown sessions are tuned over; null for a part of a frozen list that no address can name. */
function shownAddress(
  { corpus, filter }: LibraryView,
  shown: readonly SelectionRow[],
): string | null {
  if (corpus === null) return tuneAddress({ filter });
  const whole = filterParameters(filter).toString() === '';
  return whole ? tuneAddress({ corpus }) : tuneSelected(shown);
}

/** The part of a view that shows every session. */
export const everySession = { filter: anySession, corpus: null } as const;

function lossWords({ missing, changed }: LibraryModel['frozen']): string {
  return [
    ...(missing === 0 ? [] : [`, ${counted(missing, 'session')} missing`]),
    ...(changed === 0 ? [] : [`, ${counted(changed, 'session')} changed`]),
  ].join('');
}
