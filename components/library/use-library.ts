'use client';

import { useCallback, useMemo, useState } from 'react';
import { useAddressView } from '@/components/ui/address-view';
import { useCutOffUploads } from '@/components/upload/cut-off-uploads';
import { fileCounts } from '@/components/upload/import-counts';
import { useUploads } from '@/components/upload/use-uploads';
import type { SessionFilter } from '@/lib/api/contract/session-filter';
import type { TableListing } from '@/lib/api/contract/session-listing';
import { useSessionTable } from '@/lib/api/queries/session-queries';
import { useFrozenList } from './corpora/use-frozen-list';
import { useDeletion } from './use-deletion';
import { useExport } from './use-export';
import { useSelection } from './use-selection';
import { libraryAddress, parseLibraryView, type LibraryView } from './library-view';

/** The dialog that puts the selection into a corpus is open; with `clears` the selection ends with it. */
export interface Adding {
  readonly clears: boolean;
}

/** State and actions of the library. */
export type LibraryModel = ReturnType<typeof useLibrary>;

/** The sessions that a view shows, as the server is asked for them. */
function useListing({ filter, corpus, sort, toggled }: LibraryView): TableListing {
  return useMemo(() => ({ filter, corpus, sort, toggled }), [filter, corpus, sort, toggled]);
}

/** The library's shown and selected sessions, imports and deletions. */
export function useLibrary() {
  const { view, change, setFilter, toggleGroup } = useLibraryView();
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
  const [adding, setAdding] = useState<Adding | null>(null);
  return {
    ...{ adding, setAdding },
    ...{ table, listing, frozen, view, change, setFilter, toggleGroup },
    ...{ selection, deletion, remove, removeSelected, keepOnly },
    /** Sessions of the whole library, and those that the view keeps. */
    total: table.data?.total ?? 0,
    matching: table.data?.matching ?? 0,
    exporting: useExport(selection.chosen),
    imports: useImportPanel(),
  };
}

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
  return { view, change, setFilter, toggleGroup };
}

/** Imports of this visit, those that failed before, and whether their panel is open. */
function useImportPanel() {
  const uploads = useUploads();
  const cutOff = useCutOffUploads().length;
  const [shown, setShown] = useState(false);
  const open = useCallback(() => setShown(true), []);
  const close = useCallback(() => setShown(false), []);
  const { add: addFiles, loadSamples: addSamples } = uploads;
  const failed = fileCounts([...uploads.items, ...uploads.failed]).failed;
  return { uploads, cutOff, failed, shown, open, close, addFiles, addSamples };
}
