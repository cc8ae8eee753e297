'use client';

import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useAddressView } from '@/components/ui/address-view';
import { useCutOffUploads } from '@/components/upload/cut-off-uploads';
import { useUploads } from '@/components/upload/use-uploads';
import { isSettled } from '@/components/upload/upload-state';
import type { SessionRow } from '@/lib/api/contract/contract';
import type { SessionFilter } from '@/lib/api/contract/session-filter';
import { useSessions } from '@/lib/api/queries/queries';
import { inTraceOrder, sessionParents } from './session-parents';
import { useFrozenList } from './corpora/use-frozen-list';
import { useDeletion } from './use-deletion';
import { useExport } from './use-export';
import { libraryItems } from './library-items';
import {
  libraryAddress,
  parseLibraryView,
  type LibraryView,
  type SortColumn,
} from './library-view';
import { useSortedSessions } from './table/use-sorted-sessions';

const NONE: readonly SessionRow[] = [];
const NOTHING: ReadonlySet<string> = new Set();

/** State and actions of the library. */
export type LibraryModel = ReturnType<typeof useLibrary>;

/** The library's shown and selected sessions, imports and deletions. */
export function useLibrary() {
  const { view, change, setFilter, sortBy, toggleGroup } = useLibraryView();
  const { list, arriving } = useSessions();
  const newestFirst = list.data ?? arriving?.rows;
  const rows = useMemo(() => inTraceOrder(newestFirst ?? NONE), [newestFirst]);
  const frozen = useFrozenList(view.corpus);
  const deferred = useDeferredValue(view);
  const shown = useSortedSessions(rows, deferred, frozen.members);
  const { toggled } = view;
  // A search leads to sessions, not to files that hold some.
  const group = view.group === 'file' && deferred.filter.query !== '' ? 'off' : view.group;
  const items = useMemo(() => libraryItems(shown, { group, toggled }), [shown, group, toggled]);
  const parents = useMemo(() => sessionParents(rows), [rows]);
  const [selected, setSelected] = useState(NOTHING);
  const chosen = useMemo(
    () => (selected.size === 0 ? NONE : shown.filter(({ id }) => selected.has(id))),
    [shown, selected],
  );
  const deletion = useDeletion();
  const { deleteSessions, keepOnly: keepImported } = deletion;
  const remove = useCallback(
    (ids: readonly string[]) => {
      setSelected(NOTHING);
      deleteSessions(ids);
    },
    [deleteSessions],
  );
  const keepOnly = useCallback(
    (importId: string, keep: ReadonlySet<string>) => {
      setSelected(NOTHING);
      return keepImported(importId, keep);
    },
    [keepImported],
  );
  return {
    ...{ list, arriving, rows, shown, items, parents, frozen },
    ...{ view, change, setFilter, sortBy, toggleGroup },
    ...{ selected, setSelected, chosen, deletion, remove, keepOnly },
    exporting: useExport(chosen),
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
