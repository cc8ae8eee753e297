'use client';

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { LiveMark } from '@/components/live/live-mark';
import { NothingFound } from '@/components/ui/message';
import { SiteHeader } from '@/components/ui/site-header';
import { DropZone } from '@/components/upload/drop-zone';
import { ImportPanel } from '@/components/upload/import-panel';
import { EmptyLibrary } from './empty-library';
import { FirstVisit } from './first-visit';
import { LibraryFault, LibrarySkeleton } from './library-states';
import { LibraryFilters } from './library-filters';
import { LibraryToolbar } from './library-toolbar';
import { anySession } from './session-filter';
import { SessionTable, type TableHandle } from './table/session-table';
import { SourceNames } from './table/source-label';
import { Toast, UndoToast } from './toast';
import { useLibrary, type LibraryModel } from './use-library';

/** The library: lists, imports and opens sessions. */
export function Library(props: {
  /** Names of the formats by importer. */
  readonly sources: Readonly<Record<string, string>>;
}) {
  return (
    <SourceNames value={props.sources}>
      <LibraryPage />
    </SourceNames>
  );
}

function LibraryPage() {
  const model = useLibrary();
  const { imports, deletion, keepOnly } = model;
  const { last, fault, undo, forget } = deletion;
  const [refused, setRefused] = useState<string | null>(null);
  const hide = useCallback(() => setRefused(null), []);
  return (
    <div className="flex h-full flex-col">
      <SiteHeader title="Library">
        <LiveMark />
      </SiteHeader>
      <div className="flex min-h-0 flex-1">
        <LibraryMain model={model} />
        {imports.shown ? (
          <ImportPanel uploads={imports.uploads} onClose={imports.close} onKeepOnly={keepOnly} />
        ) : null}
      </div>
      <DropZone onFiles={imports.addFiles} onRefused={setRefused} />
      {refused === null ? null : <Toast key={refused} text={refused} onClose={hide} bad />}
      {last ? (
        <UndoToast key={last.ids[0]} text={last.text} onUndo={undo} onClose={forget} />
      ) : null}
      {fault === null ? null : <Toast text={fault} onClose={forget} bad />}
    </div>
  );
}

function LibraryMain({ model }: { readonly model: LibraryModel }) {
  const { rows, shown, view, setQuery, selectedIds, setSelected, remove, imports } = model;
  const grid = useRef<TableHandle>(null);
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
          onOpenHit={() => grid.current?.openActive()}
          onEnterList={() => grid.current?.focus()}
          selected={selectedIds.length}
          onDelete={() => remove(selectedIds)}
          onExport={model.exporting.run}
          exporting={model.exporting.note}
          onDeselect={() => setSelected(new Set())}
          imports={imports.shown ? 0 : imports.count}
          onImports={imports.open}
          onFiles={imports.addFiles}
        />
      ) : null}
      <FirstVisit rows={rows} />
      {rows.length > 0 ? <LibraryFilters rows={rows} view={view} onChange={model.change} /> : null}
      <LibraryBody model={model} grid={grid} />
    </main>
  );
}

/** `/` focuses the search, `z` undoes the last deletion; fields keep their keys. */
function useShortcuts(search: RefObject<HTMLInputElement | null>, undo: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
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

/** The table, or its empty or loading state. */
function LibraryBody(props: {
  readonly model: LibraryModel;
  readonly grid: RefObject<TableHandle | null>;
}) {
  const { model, grid } = props;
  const { list, rows, shown, items, parents, view, change, sortBy, imports } = model;
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
    return (
      <NothingFound
        title={
          view.query === ''
            ? 'No session passes these filters'
            : `No session matches “${view.query}”`
        }
        text="Names, files, sources, agents, models and lanes are searched; every word must occur."
        onReset={() => change({ query: '', ...anySession })}
      />
    );
  }
  return (
    <SessionTable
      ref={grid}
      shown={shown}
      items={items}
      parents={parents}
      view={view}
      onToggleGroup={model.toggleGroup}
      onSort={sortBy}
      selected={model.selected}
      onSelect={model.setSelected}
      onDelete={model.remove}
    />
  );
}
