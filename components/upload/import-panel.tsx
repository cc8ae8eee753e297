'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CutOffList } from './cut-off-list';
import { useCutOffUploads } from './cut-off-uploads';
import { importSummary } from './import-counts';
import { ImportItem } from './import-item';
import type { KeepOnly } from './imported-sessions';
import { isSettled, phaseOf, type UploadItem } from './upload-state';
import type { Uploads } from './use-uploads';

/** Every import of this visit with its progress, its receipt or its error; then those that failed earlier. */
export function ImportPanel(props: {
  readonly uploads: Uploads;
  readonly onClose: () => void;
  readonly onKeepOnly: KeepOnly;
}) {
  const { uploads, onClose, onKeepOnly } = props;
  const { items, failed } = uploads;
  const cutOff = useCutOffUploads();
  const row = (item: UploadItem): ReactNode => (
    <ImportItem
      key={item.key}
      item={item}
      onCancel={uploads.cancel}
      onRetry={uploads.retry}
      onDismiss={uploads.dismiss}
      onAct={uploads.act}
      onKeepOnly={onKeepOnly}
    />
  );
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
          <Button variant="quiet" size="small" onClick={uploads.clear}>
            Clear
          </Button>
        ) : null}
        <Button variant="quiet" size="icon" aria-label="Close imports" onClick={onClose}>
          <X size={15} aria-hidden="true" />
        </Button>
      </div>
      <QueueBar uploads={uploads} />
      <div className="min-h-0 flex-1 overflow-y-auto" tabIndex={0} role="group" aria-label="Files">
        <ul>
          <CutOffList onFiles={uploads.add} />
          {items.map(row)}
        </ul>
        {failed.length === 0 ? null : (
          <>
            <div className="flex items-center justify-between border-b border-line2 bg-bg py-1 pr-2 pl-4 text-sm text-ink2">
              <h3>Failed earlier</h3>
              {failed.length < 2 ? null : (
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => failed.forEach(uploads.dismiss)}
                >
                  Dismiss all
                </Button>
              )}
            </div>
            <ul aria-label="Failed earlier">{failed.map(row)}</ul>
          </>
        )}
        {items.length + failed.length + cutOff.length === 0 ? (
          <p className="px-4 py-6 text-ink2">No imports since this page was opened.</p>
        ) : null}
      </div>
    </aside>
  );
}

/** Actions on all imports; hidden once everything is finished. */
function QueueBar({ uploads }: { readonly uploads: Uploads }) {
  const { items, act, held } = uploads;
  const unfinished = items.filter((item) => !isSettled(item));
  const failed = [...items, ...uploads.failed].filter(
    ({ record }) => record !== null && (record.retryable || (record.members?.failed ?? 0) > 0),
  );
  if (unfinished.length === 0 && failed.length < 2) return null;
  const paused = held || unfinished.every((item) => phaseOf(item) === 'paused');
  return (
    <div className="shrink-0 border-b border-line2 px-4 py-2">
      <div className="-ml-2 flex gap-1">
        {unfinished.length > 0 ? (
          <>
            <Button
              variant="quiet"
              size="small"
              onClick={() => act({ action: paused ? 'resume' : 'pause' })}
            >
              {paused ? 'Resume all' : 'Pause all'}
            </Button>
            <Button variant="quiet" size="small" onClick={() => act({ action: 'cancel' })}>
              Cancel all
            </Button>
          </>
        ) : null}
        {failed.length > 1 ? (
          <Button variant="quiet" size="small" onClick={() => act({ action: 'retry' })}>
            Try all failed again
          </Button>
        ) : null}
      </div>
    </div>
  );
}
