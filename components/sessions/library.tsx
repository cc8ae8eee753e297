'use client';

import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { DropZone } from '@/components/upload/drop-zone';
import { ImportPanel } from '@/components/upload/import-panel';
import { isSettled } from '@/components/upload/upload-state';
import { useUploads } from '@/components/upload/use-uploads';
import type { SessionRow } from '@/lib/api/contract';
import { useSessions } from '@/lib/api/queries';
import { EmptyLibrary } from './empty-library';
import { LibraryFault, LibrarySkeleton, NothingFound } from './library-states';
import { LibraryToolbar } from './library-toolbar';
import { inTraceOrder, sessionParents } from './session-parents';
import { SessionTable } from './session-table';
import { UndoToast } from './undo-toast';
import { useDeletion } from './use-deletion';
import { useLibraryView } from './use-library-view';
import { useSortedSessions } from './use-sorted-sessions';

const NONE: readonly SessionRow[] = [];

/** The library: every session, the way to more of them, and the way to each. */
export function Library({ search }: { readonly search: string }) {
  const { view, setQuery, sortBy } = useLibraryView(search);
  const sessions = useSessions();
  const rows = useMemo(() => inTraceOrder(sessions.data ?? NONE), [sessions.data]);
  const shown = useSortedSessions(rows, useDeferredValue(view));
  const parents = useMemo(() => sessionParents(rows), [rows]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [panel, setPanel] = useState<'auto' | 'open' | 'closed'>('auto');
  const uploads = useUploads();
  const deletion = useDeletion();
  const searchBox = useRef<HTMLInputElement>(null);
  const selectedIds = useMemo(
    () => (selected.size === 0 ? [] : shown.flatMap(({ id }) => (selected.has(id) ? [id] : []))),
    [shown, selected],
  );

  const { add, loadSamples } = uploads;
  const { deleteSessions, undo } = deletion;
  const addFiles = useCallback(
    (files: readonly File[]) => {
      setPanel('open');
      add(files);
    },
    [add],
  );
  const remove = useCallback(
    (ids: readonly string[]) => {
      setSelected(new Set());
      deleteSessions(ids);
    },
    [deleteSessions],
  );
  const keepOnly = useCallback(
    (importId: string, keep: ReadonlySet<string>) =>
      remove(
        rows.filter((row) => row.importId === importId && !keep.has(row.id)).map(({ id }) => id),
      ),
    [rows, remove],
  );
  useShortcuts({ search: searchBox, undo });

  const panelShown =
    panel === 'open' || (panel === 'auto' && uploads.items.some((item) => !isSettled(item)));
  return (
    <div className="flex h-dvh flex-col">
      <header className="flex h-12 shrink-0 items-center gap-4 border-b bg-panel pr-3 pl-4">
        <span className="font-semibold tracking-tight">Highwater</span>
        <h1 className="text-ink2">Library</h1>
        <div className="ml-auto">
          <ThemeSwitch />
        </div>
      </header>
      <div className="flex min-h-0 flex-1">
        <main id="main" className="flex min-w-0 flex-1 flex-col">
          {rows.length > 0 ? (
            <LibraryToolbar
              total={rows.length}
              shown={shown.length}
              query={view.query}
              onQuery={setQuery}
              searchRef={searchBox}
              selected={selectedIds.length}
              onDelete={() => remove(selectedIds)}
              onDeselect={() => setSelected(new Set())}
              imports={panelShown ? 0 : uploads.items.length}
              onImports={() => setPanel('open')}
              onFiles={addFiles}
            />
          ) : null}
          {sessions.data ? (
            rows.length === 0 ? (
              <EmptyLibrary
                onFiles={addFiles}
                onSamples={() => {
                  setPanel('open');
                  loadSamples();
                }}
                loadingSamples={uploads.loadingSamples}
                error={uploads.samplesError}
              />
            ) : shown.length === 0 ? (
              <NothingFound query={view.query} onReset={() => setQuery('')} />
            ) : (
              <SessionTable
                shown={shown}
                parents={parents}
                sort={view.sort}
                onSort={sortBy}
                selected={selected}
                onSelect={setSelected}
                onDelete={remove}
              />
            )
          ) : sessions.error ? (
            <LibraryFault error={sessions.error} onRetry={() => void sessions.refetch()} />
          ) : (
            <LibrarySkeleton />
          )}
        </main>
        {panelShown ? (
          <ImportPanel
            items={uploads.items}
            onCancel={uploads.cancel}
            onClear={uploads.clear}
            onClose={() => setPanel('closed')}
            onKeepOnly={keepOnly}
          />
        ) : null}
      </div>
      <DropZone onFiles={addFiles} />
      {deletion.last ? (
        <UndoToast text={deletion.last.text} onUndo={undo} onClose={deletion.forget} />
      ) : null}
      {deletion.fault === null ? null : (
        <p
          role="alert"
          className="fixed bottom-5 left-1/2 z-30 -translate-x-1/2 rounded-lg border bg-panel px-3.5 py-2 text-overflow shadow-lg"
        >
          {deletion.fault}
        </p>
      )}
    </div>
  );
}

/** `/` goes to the search, `z` takes the last delete back; typing in a field stays typing. */
function useShortcuts({
  search,
  undo,
}: {
  readonly search: { readonly current: HTMLInputElement | null };
  readonly undo: () => void;
}): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const { target } = event;
      if (target instanceof HTMLInputElement && target.type !== 'checkbox') return;
      if (event.altKey || event.defaultPrevented) return;
      const command = event.ctrlKey || event.metaKey;
      if (event.key === '/' && !command) search.current?.focus();
      else if (event.key.toLowerCase() === 'z' && !event.shiftKey) undo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [search, undo]);
}
