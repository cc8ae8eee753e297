'use client';

import { Button } from '@/components/ui/button';
import { fileCounts, importSummary } from '@/components/upload/import-counts';
import type { LibraryModel } from './use-library';

/** Progress of the imports in a line above the list; gone once all is read and nobody looks. */
export function ImportLine({ imports }: { readonly imports: LibraryModel['imports'] }) {
  const { uploads, cutOff, shown } = imports;
  const { items } = uploads;
  if (items.length + cutOff === 0 || shown) return null;
  const { total, read, failed, isDone } = fileCounts(items);
  return (
    <div className="border-b border-line2 bg-panel px-4 py-1 text-sm text-ink2">
      <div className="flex items-center gap-3">
        <p role="status">{importSummary(items)}</p>
        {cutOff > 0 ? <p role="alert">An upload was cut off.</p> : null}
        <Button variant="quiet" size="small" onClick={imports.open}>
          Show
        </Button>
        {isDone ? (
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
