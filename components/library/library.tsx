'use client';

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { LiveMark } from '@/components/live/live-mark';
import { NothingFound } from '@/components/ui/message';
import { SiteHeader } from '@/components/ui/site-header';
import { DropZone } from '@/components/upload/drop-zone';
import { ImportPanel } from '@/components/upload/import-panel';
import { anySession } from '@/lib/api/contract/session-filter';
import { SelectionBar } from './corpora/selection-bar';
import { FirstRun } from './first-run';
import { ImportLine } from './import-line';
import { LibraryHead } from './library-head';
import { LibraryFault, LibrarySkeleton } from './library-states';
import { SessionTable, type TableHandle } from './table/session-table';
import { Toast, UndoToast } from './toast';
import { useLibrary, type LibraryModel } from './use-library';
import { viewKeys } from './views/severity-words';
import { ViewsRail } from './views/views-rail';

/** The library: what needs attention first, and every way to import and open sessions. */
export function Library() {
  const model = useLibrary();
  const { imports, deletion, selection, keepOnly, total } = model;
  const { last, fault, undo, forget } = deletion;
  const [refused, setRefused] = useState<string | null>(null);
  const hide = useCallback(() => setRefused(null), []);
  return (
    <div className="flex h-full flex-col">
      <SiteHeader title="Library">
        <LiveMark />
      </SiteHeader>
      <div className="flex min-h-0 flex-1">
        {total === 0 ? null : (
          <div className="w-54 shrink-0 overflow-y-auto border-r bg-panel p-2 pb-3 max-lg:hidden">
            <ViewsRail model={model} />
          </div>
        )}
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
  const { total, selection, exporting } = model;
  const { chosen } = selection;
  const grid = useRef<TableHandle>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  useShortcuts(searchBox, model.deletion.undo);
  useViewKeys(model.change);
  return (
    <main id="main" className="flex min-w-0 flex-1 flex-col">
      {total > 0 ? (
        <LibraryHead
          model={model}
          searchRef={searchBox}
          onOpenHit={() => grid.current?.openActive()}
          onEnterList={() => grid.current?.focus()}
        />
      ) : null}
      <ImportLine model={model} />
      {chosen.length > 0 ? (
        <SelectionBar
          chosen={chosen}
          model={model}
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

/** What takes letters itself. */
const TYPED = 'input:not([type=checkbox]), select, textarea';

/** `g` and then a letter go to a view; neither letter reaches the list. */
function useViewKeys(change: LibraryModel['change']): void {
  useEffect(() => {
    let isNext = false;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      const isFree = !(target instanceof Element && target.matches(TYPED));
      const severities = isNext ? viewKeys[key] : undefined;
      isNext = !isNext && key === 'g' && isFree && !altKey && !ctrlKey && !metaKey;
      isNext &&= document.querySelector('[role=dialog]') === null;
      if (severities !== undefined) {
        change({ filter: { ...anySession, severities }, corpus: null, toggled: [] });
      } else if (!isNext) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [change]);
}

/** The table, or its empty or loading state. */
function LibraryBody(props: {
  readonly model: LibraryModel;
  readonly grid: RefObject<TableHandle | null>;
}) {
  const { model, grid } = props;
  const { table, view, change, imports } = model;
  const { query } = view.filter;
  if (table.data === undefined) {
    if (!table.error) return <LibrarySkeleton />;
    return <LibraryFault error={table.error} onRetry={() => void table.refetch()} />;
  }
  if (table.data.total === 0) {
    return (
      <FirstRun
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
        title={query === '' ? 'No session is in this view' : `No session matches “${query}”`}
        text="The search looks for every word in names, files, sources, agents, models and lanes."
        onReset={() => change({ filter: anySession, corpus: null })}
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
      selection={model.selection}
      onDelete={model.remove}
      onDeleteSelected={() => void model.removeSelected()}
      onAdd={model.setAdding}
    />
  );
}
