'use client';

import { useRef } from 'react';
import { LiveMark } from '@/components/live/live-mark';
import { SiteHeader } from '@/components/ui/site-header';
import { DropZone } from '@/components/upload/drop-zone';
import { ImportPanel } from '@/components/upload/import-panel';
import { EmptyLibrary } from './empty-library';
import { LibraryFault, LibrarySkeleton, NothingFound } from './library-states';
import { LibraryToolbar } from './library-toolbar';
import { SessionTable } from './session-table';
import { Toast, UndoToast } from './toast';
import { useLibrary, type LibraryModel } from './use-library';
import { useShortcuts } from './use-shortcuts';

/** The library: every session, the way to more of them, and the way to each. */
export function Library({ search }: { readonly search: string }) {
  const model = useLibrary(search);
  const { imports, deletion, keepOnly } = model;
  const { last, fault, undo, forget } = deletion;
  return (
    <div className="flex h-dvh flex-col">
      <SiteHeader title="Library">
        <LiveMark />
      </SiteHeader>
      <div className="flex min-h-0 flex-1">
        <LibraryMain model={model} />
        {imports.shown ? (
          <ImportPanel uploads={imports.uploads} onClose={imports.close} onKeepOnly={keepOnly} />
        ) : null}
      </div>
      <DropZone onFiles={imports.addFiles} />
      {last ? (
        <UndoToast key={last.ids[0]} text={last.text} onUndo={undo} onClose={forget} />
      ) : null}
      {fault === null ? null : <Toast text={fault} onClose={forget} bad />}
    </div>
  );
}

function LibraryMain({ model }: { readonly model: LibraryModel }) {
  const { rows, shown, view, setQuery, selectedIds, setSelected, remove, imports } = model;
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts(searchBox, model.deletion.undo);
  return (
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
          imports={imports.shown ? 0 : imports.count}
          onImports={imports.open}
          onFiles={imports.addFiles}
        />
      ) : null}
      <LibraryBody model={model} />
    </main>
  );
}

/** The table, or what stands in its place. */
function LibraryBody({ model }: { readonly model: LibraryModel }) {
  const { list, rows, shown, parents, view, setQuery, sortBy, imports } = model;
  if (!list.data) {
    if (!list.error) return <LibrarySkeleton />;
    return <LibraryFault error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (rows.length === 0) {
    return (
      <EmptyLibrary
        onFiles={imports.addFiles}
        onSamples={imports.addSamples}
        loadingSamples={imports.uploads.loadingSamples}
        error={imports.uploads.samplesError}
      />
    );
  }
  if (shown.length === 0) {
    return <NothingFound query={view.query} onReset={() => setQuery('')} />;
  }
  return (
    <SessionTable
      shown={shown}
      parents={parents}
      sort={view.sort}
      onSort={sortBy}
      selected={model.selected}
      onSelect={model.setSelected}
      onDelete={model.remove}
    />
  );
}
