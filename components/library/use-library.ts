'use client';

import { useCallback, useMemo, useState } from 'react';
import { useAddressView } from '@/components/ui/address-view';
import { useCutOffUploads } from '@/components/upload/cut-off-uploads';
import { useUploads } from '@/components/upload/use-uploads';
import { isSettled } from '@/components/upload/upload-state';
import type { SessionFilter } from '@/lib/api/contract/session-filter';
import type { TableListing } from '@/lib/api/contract/session-listing';
import { useSessionTable } from '@/lib/api/queries/session-queries';
import { useFrozenList } from './corpora/use-frozen-list';
import { useDeletion } from './use-deletion';
import { useExport } from './use-export';
import { useSelection } from './use-selection';
import {
  libraryAddress,
  parseLibraryView,
  type LibraryView,
  type SortColumn,
} from './library-view';

/** State and actions of the library. */
export type LibraryModel = ReturnType<typeof useLibrary>;

/** The sessions that a view shows, as the server is asked for them. */
function useListing({ filter, corpus, sort, group, toggled }: LibraryView): TableListing {
  return useMemo(
    () => ({
      ...{ filter, corpus, sort, toggled },
      // A search leads to sessions, not to files that hold some.
      group: group === 'file' && filter.query !== '' ? 'off' : group,
    }),
    [filter, corpus, sort, group, toggled],
  );
}

/** The library's shown and selected sessions, imports and deletions. */
export function useLibrary() {
  const { view, change, setFilter, sortBy, toggleGroup } = useLibraryView();
  const listing = useListing(view);
  const table = useSessionTable(listing, view.at);
  const frozen = useFrozenList(view.corpus);
  const selection = useSelection(listing);
  const { clear, listedNow } = selection;
  const deletion = useDeletion();
  const { deleteSessions, keepOnly: keepImported } = deletion;
  const remove = useCallback(
    (ids: readonly string[]) => {
      clear();
      deleteSessions(ids);
    },
    [clear, deleteSessions],
  );
  const removeSelected = useCallback(async () => {
    const sessions = await listedNow();
    if (sessions !== null) remove(sessions.map(({ id }) => id));
  }, [listedNow, remove]);
  const keepOnly = useCallback(
    (importId: string, keep: ReadonlySet<string>) => {
      clear();
      return keepImported(importId, keep);
    },
    [clear, keepImported],
  );
  return {
    ...{ table, listing, frozen, view, change, setFilter, sortBy, toggleGroup },
    ...{ selection, deletion, remove, removeSelected, keepOnly },
    /** Sessions of the whole library, and those that the view keeps. */
    total: table.data?.total ?? 0,
    matching: table.data?.matching ?? 0,
    exporting: useExport(selection.chosen),
    imports: useImportPanel(),
  };
}

/** Columns that sort descending first. */
const DOWNWARDS: ReadonlySet<SortColumn> = new Set([
  'steps',
  'peak',
  'recorded',
  'compactions',
  'overflow',
  'imported',
]);

/** The library's view, stored in the address. */
function useLibraryView() {
  const [view, setView] = useAddressView(parseLibraryView, libraryAddress);
  // Another list has another place to go back to.
  const change = useCallback(
    (part: Partial<LibraryView>) => setView((old) => ({ ...old, at: null, ...part })),
    [setView],
  );
  const setFilter = useCallback(
    (part: Partial<SessionFilter>) =>
      setView((old) => ({ ...old, at: null, filter: { ...old.filter, ...part } })),
    [setView],
  );
  const toggleGroup = useCallback(
    (id: string) =>
      setView(({ toggled, ...old }) => ({
        ...old,
        toggled: toggled.includes(id) ? toggled.filter((one) => one !== id) : [...toggled, id],
      })),
    [setView],
  );
  const sortBy = useCallback(
    (column: SortColumn) =>
      setView((old) => ({
        ...old,
        at: null,
        sort: {
          column,
          descending: old.sort.column === column ? !old.sort.descending : DOWNWARDS.has(column),
        },
      })),
    [setView],
  );
  return { view, change, setFilter, sortBy, toggleGroup };
}

/**
 * Imports of this visit, and the state of their panel: it opens by itself while one is unfinished or
 * cut off; after a user's action it stays until closed.
 */
function useImportPanel() {
  const uploads = useUploads();
  const cutOff = useCutOffUploads().length;
  const [panel, setPanel] = useState<'auto' | 'open' | 'closed'>('auto');
  const { add, act: actOn, loadSamples } = uploads;
  const open = useCallback(() => setPanel('open'), []);
  const close = useCallback(() => setPanel('closed'), []);
  const addFiles = useOpening(setPanel, add);
  const addSamples = useOpening(setPanel, loadSamples);
  const act = useOpening(setPanel, actOn);
  const unfinished = uploads.items.some((item) => !isSettled(item));
  const shown = panel === 'open' || (panel === 'auto' && (unfinished || cutOff > 0));
  const count = uploads.items.length + cutOff;
  return { uploads: { ...uploads, act }, count, shown, open, close, addFiles, addSamples };
}

/** An action on the imports opens their panel. */
const useOpening = <A extends readonly unknown[]>(
  setPanel: (panel: 'open') => void,
  run: (...args: A) => void,
) =>
  useCallback(
    (...args: A) => {
      setPanel('open');
      run(...args);
    },
    [setPanel, run],
  );
