'use client';

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { LiveMark } from '@/components/live/live-mark';
import { NothingFound } from '@/components/ui/message';
import { SiteHeader } from '@/components/ui/site-header';
import { DropZone } from '@/components/upload/drop-zone';
import { ImportPanel } from '@/components/upload/import-panel';
import { SelectionBar } from './corpora/selection-bar';
import { EmptyLibrary } from './empty-library';
import { FirstVisit } from './first-visit';
import { LibraryFault, LibrarySkeleton } from './library-states';
import { everySession, LibraryFilters } from './library-filters';
import { LibraryToolbar } from './library-toolbar';
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
  const { imports, deletion, selection, keepOnly } = model;
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
      {selection.fault === null ? null : (
        <Toast text={selection.fault} onClose={selection.forget} bad />
      )}
    </div>
  );
}

function LibraryMain({ model }: { readonly model: LibraryModel }) {
  const { total, matching, view, change, setFilter, selection, imports, exporting } = model;
  const { chosen } = selection;
  const grid = useRef<TableHandle>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts(searchBox, model.deletion.undo);
  return (
    <main id="main" className="flex min-w-0 flex-1 flex-col">
      {total > 0 ? (
        <LibraryToolbar
          total={total}
          shown={matching}
          query={view.filter.query}
          onQuery={(query) => setFilter({ query })}
          searchRef={searchBox}
          onOpenHit={() => grid.current?.openActive()}
          onEnterList={() => grid.current?.focus()}
          onShow={({ id, filter, frozen }) =>
            change(
              frozen === null && filter !== null
                ? { filter, corpus: null }
                : { ...everySession, corpus: id },
            )
          }
          imports={imports.shown ? 0 : imports.count}
          onImports={imports.open}
          onFiles={imports.addFiles}
        />
      ) : null}
      <FirstVisit total={total} />
      {total > 0 ? <LibraryFilters model={model} /> : null}
      {chosen.length > 0 ? (
        <SelectionBar
          chosen={chosen}
          onDelete={() => void model.removeSelected()}
          onDeselect={selection.clear}
          onExport={exporting.run}
          exporting={exporting.note}
        />
      ) : null}
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
  const { table, view, change, sortBy, imports } = model;
  const { query } = view.filter;
  if (table.data === undefined) {
    if (!table.error) return <LibrarySkeleton />;
    return <LibraryFault error={table.error} onRetry={() => void table.refetch()} />;
  }
  if (table.data.total === 0) {
    return (
      <EmptyLibrary
        onFiles={imports.addFiles}
        onSamples={imports.addSamples}
        loadingSamples={imports.uploads.loadingSamples}
        error={imports.uploads.samplesError}
      />
    );
  }
  if (table.data.matching === 0) {
    return (
      <NothingFound
        title={query === '' ? 'No session passes these filters' : `No session matches “${query}”`}
        text="Names, files, sources, agents, models and lanes are searched; every word must occur."
        onReset={() => change(everySession)}
      />
    );
  }
  return (
    <SessionTable
      ref={grid}
      first={table.data}
      isArriving={table.isPlaceholderData}
      view={view}
      onToggleGroup={model.toggleGroup}
      onSort={sortBy}
      selection={model.selection}
      onDelete={model.remove}
      onDeleteSelected={() => void model.removeSelected()}
    />
  );
}
