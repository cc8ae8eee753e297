'use client';

import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ImportItem } from './import-item';
import { importSummary } from './import-summary';
import { isSettled, type UploadItem } from './upload-state';

/** Every import of this visit with its progress, its receipt or what went wrong. */
export function ImportPanel({
  items,
  onCancel,
  onClear,
  onClose,
  onKeepOnly,
}: {
  readonly items: readonly UploadItem[];
  readonly onCancel: (item: UploadItem) => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
  /** Deletes the sessions of an import but these. */
  readonly onKeepOnly: (importId: string, keep: ReadonlySet<string>) => void;
}) {
  return (
    <aside
      aria-label="Imports"
      className="flex min-h-0 flex-col border-line bg-panel max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[55dvh] max-lg:border-t max-lg:shadow-lg lg:w-[400px] lg:shrink-0 lg:border-l"
    >
      <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line2 pr-2 pl-4">
        <h2 className="font-semibold">Imports</h2>
        <p role="status" className="min-w-0 flex-1 truncate text-sm text-ink2">
          {importSummary(items)}
        </p>
        {items.some(isSettled) ? (
          <Button variant="quiet" size="small" onClick={onClear}>
            Clear
          </Button>
        ) : null}
        <Button variant="quiet" size="icon" aria-label="Close imports" onClick={onClose}>
          <X size={15} aria-hidden="true" />
        </Button>
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} aria-label="Files">
        {items.map((item) => (
          <ImportItem key={item.key} item={item} onCancel={onCancel} onKeepOnly={onKeepOnly} />
        ))}
        {items.length === 0 ? (
          <li className="px-4 py-6 text-ink2">Nothing was imported since this page was opened.</li>
        ) : null}
      </ul>
    </aside>
  );
}
