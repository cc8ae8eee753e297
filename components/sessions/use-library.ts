'use client';

import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Chosen } from '@/components/upload/upload-batch';
import { useCutOffUploads } from '@/components/upload/cut-off-uploads';
import { useUploads } from '@/components/upload/use-uploads';
import { isSettled } from '@/components/upload/upload-state';
import type { SessionRow } from '@/lib/api/contract';
import type { ImportAction } from '@/lib/api/import-contract';
import { useSessions } from '@/lib/api/queries';
import { inTraceOrder, sessionParents } from './session-parents';
import { useDeletion } from './use-deletion';
import { useLibraryView } from './use-library-view';
import { useSortedSessions } from './use-sorted-sessions';

const NONE: readonly SessionRow[] = [];
const NOTHING: ReadonlySet<string> = new Set();

/** Everything the library shows and does. */
export type LibraryModel = ReturnType<typeof useLibrary>;

/** The library's sessions in view, what is selected, and what is on its way in or out. */
export function useLibrary(search: string) {
  const { view, setQuery, sortBy } = useLibraryView(search);
  const list = useSessions();
  const rows = useMemo(() => inTraceOrder(list.data ?? NONE), [list.data]);
  const shown = useSortedSessions(rows, useDeferredValue(view));
  const parents = useMemo(() => sessionParents(rows), [rows]);
  const [selected, setSelected] = useState(NOTHING);
  const selectedIds = useMemo(
    () => (selected.size === 0 ? [] : shown.flatMap(({ id }) => (selected.has(id) ? [id] : []))),
    [shown, selected],
  );
  const deletion = useDeletion();
  const { deleteSessions } = deletion;
  const remove = useCallback(
    (ids: readonly string[]) => {
      setSelected(NOTHING);
      deleteSessions(ids);
    },
    [deleteSessions],
  );
  const keepOnly = useCallback(
    (importId: string, keep: ReadonlySet<string>) => {
      const others = rows.filter((row) => row.importId === importId && !keep.has(row.id));
      remove(others.map(({ id }) => id));
    },
    [rows, remove],
  );
  return {
    ...{ list, rows, shown, parents, view, setQuery, sortBy },
    ...{ selected, setSelected, selectedIds, deletion, remove, keepOnly },
    imports: useImportPanel(),
  };
}

/**
 * Imports of this visit and whether their panel is open: by itself only while one is unfinished or
 * cut off; once something was asked of it, until it is closed.
 */
function useImportPanel() {
  const uploads = useUploads();
  const cutOff = useCutOffUploads().length;
  const [panel, setPanel] = useState<'auto' | 'open' | 'closed'>('auto');
  const { add, act: actOn, loadSamples } = uploads;
  const open = useCallback(() => setPanel('open'), []);
  const close = useCallback(() => setPanel('closed'), []);
  const addFiles = useCallback(
    (chosen: Chosen) => {
      setPanel('open');
      add(chosen);
    },
    [add],
  );
  const addSamples = useCallback(() => {
    setPanel('open');
    loadSamples();
  }, [loadSamples]);
  const act = useCallback(
    (action: ImportAction) => {
      setPanel('open');
      actOn(action);
    },
    [actOn],
  );
  const unfinished = uploads.items.some((item) => !isSettled(item));
  const shown = panel === 'open' || (panel === 'auto' && (unfinished || cutOff > 0));
  const count = uploads.items.length + cutOff;
  return { uploads: { ...uploads, act }, count, shown, open, close, addFiles, addSamples };
}
