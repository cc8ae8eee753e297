'use client';

import { Button } from '@/components/ui/button';
import { fileCounts, importSummary } from '@/components/upload/import-counts';
import type { LibraryModel } from './use-library';

/**
 * Progress of the imports in a line above the list; gone once all is read and nobody looks. What failed in an
 * earlier visit stands beside the views: an empty library has none, so the line says it.
 */
export function ImportLine({ model }: { readonly model: LibraryModel }) {
  const { uploads, cutOff, shown } = model.imports;
  const { items } = uploads;
  const before = model.table.data?.total === 0 ? uploads.failed : [];
  if (items.length + cutOff + before.length === 0 || shown) return null;
  const { total, read, failed, isDone } = fileCounts(items);
  return (
    <div className="border-b border-line2 bg-panel px-4 py-1 text-sm text-ink2">
      <div className="flex items-center gap-3">
        <p role="status">{importSummary([...items, ...before])}</p>
        {cutOff > 0 ? <p role="alert">An upload was cut off.</p> : null}
        <Button variant="quiet" size="small" onClick={model.imports.open}>
          Show
        </Button>
        {isDone && items.length > 0 ? (
          <Button variant="quiet" size="small" onClick={uploads.clear}>
            Clear
          </Button>
        ) : null}
      </div>
      {isDone ? null : (
        <div aria-hidden="true" className="mt-0.5 h-0.5 overflow-hidden rounded-full bg-line">
          <div
            className="h-full bg-accent transition-[width]"
            style={{ width: `${(100 * (read + failed)) / Math.max(1, total)}%` }}
          />
        </div>
      )}
    </div>
  );
}
