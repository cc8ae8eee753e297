'use client';

import { Button } from '@/components/ui/button';
import { fileCounts, importSummary } from '@/components/upload/import-counts';
import { faultOf, phaseOf } from '@/components/upload/upload-state';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { counted } from '@/lib/engine/base/format';
import type { LibraryModel } from './use-library';

/**
 * Progress of the imports in a line above the list; gone once all is read and nobody looks. What failed, in this
 * visit or before, whoever sent it, stays there with the newest reason until it is tried again or dismissed.
 */
export function ImportLine({ model }: { readonly model: LibraryModel }) {
  const { uploads, cutOff, shown } = model.imports;
  const { items } = uploads;
  if (items.length + cutOff + uploads.failed.length === 0 || shown) return null;
  const { total, read, failed, isDone } = fileCounts(items);
  return (
    <div className="border-b border-line2 bg-panel px-4 py-1 text-sm text-ink2">
      <div className="flex items-center gap-3">
        {items.length === 0 ? null : <p role="status">{importSummary(items)}</p>}
        <Failures imports={model.imports} />
        {cutOff > 0 ? <p role="alert">An upload was cut off.</p> : null}
        <Button variant="quiet" size="small" onClick={model.imports.open}>
          Show
        </Button>
        {isDone ? (
          <Button
            variant="quiet"
            size="small"
            onClick={
              items.length > 0 ? uploads.clear : () => uploads.failed.forEach(uploads.dismiss)
            }
          >
            {items.length > 0 ? 'Clear' : 'Dismiss'}
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

/** How many files failed to import, and of the newest its name and reason. */
function Failures({ imports }: Pick<LibraryModel, 'imports'>) {
  const { uploads, failed, open } = imports;
  const all = [...uploads.items.filter((item) => phaseOf(item) === 'failed'), ...uploads.failed];
  const [newest] = all;
  if (newest === undefined) return null;
  const reason = faultOf(newest)?.message;
  return (
    <p className="min-w-0 truncate">
      <button type="button" onClick={open} className="text-overflow hover:underline">
        {counted(failed, 'file')} failed to import
      </button>{' '}
      <ForeignText text={reason === undefined ? newest.file : `${newest.file}: ${reason}`} />
    </p>
  );
}
