'use client';

import Link from 'next/link';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { figureColumn, type Column } from '@/components/ui/grid/column';
import { DataTable } from '@/components/ui/grid/data-table';
import type { WatchedFileRecord, WatchedFolderRecord } from '@/lib/api/contract/watch-contract';
import { counted, formatBytes, formatInteger } from '@/lib/engine/base/format';

/** A watched folder: its files with their states. */
export function WatchedFolder(props: {
  readonly folder: WatchedFolderRecord;
  readonly onPause: () => void;
  readonly onRemove: () => void;
}) {
  const { folder, onPause, onRemove } = props;
  const { path, paused, error, fileCount, files } = folder;
  const name = withoutControls(path);
  return (
    <section aria-label={name} className="mt-6 border-t pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 truncate font-mono" title={name}>
          <ForeignText text={path} />
        </h3>
        <span className="text-sm text-ink2">
          {paused ? 'paused' : 'watching'} · {counted(fileCount, 'file')}
        </span>
        <Button
          size="small"
          onClick={onPause}
          aria-label={`${paused ? 'Resume' : 'Pause'} ${name}`}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="small" variant="danger" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
      {error === null ? null : (
        <p className="mt-1 text-overflow">
          <ForeignText text={error} />
        </p>
      )}
      {files.length === 0 ? (
        <p className="mt-2 text-ink2">No trace found yet.</p>
      ) : (
        <div className="mt-2">
          <DataTable
            label={`Files of ${name}`}
            className="w-full"
            headClass="border-b text-sm text-ink2"
            cellClass="py-1 pr-4 align-top"
            columns={columns}
            rows={files}
            keyOf={({ path }) => path}
          />
        </div>
      )}
      {files.length < fileCount ? (
        <p className="mt-1 text-sm text-ink2">
          {formatInteger(files.length)} of {formatInteger(fileCount)} shown, newest changes first.
        </p>
      ) : null}
    </section>
  );
}

const columns: readonly Column<WatchedFileRecord>[] = [
  {
    id: 'file',
    cellClass: 'max-w-md font-mono [overflow-wrap:anywhere]',
    cell: ({ path, sessionId }) =>
      sessionId === null ? (
        <ForeignText text={path} />
      ) : (
        <Link href={`/sessions/${sessionId}`} prefetch={false} className="hover:underline">
          <ForeignText text={path} />
        </Link>
      ),
  },
  {
    id: 'state',
    cell: (file) => (
      <>
        <ForeignText text={fileState(file)} />
        {file.error === null ? null : (
          <span className="block text-sm text-ink2">
            <ForeignText text={file.error.message} /> {file.error.hint}
          </span>
        )}
      </>
    ),
  },
  figureColumn('size', ({ bytes }) => formatBytes(bytes), { cellClass: 'whitespace-nowrap' }),
  {
    id: 'changed',
    cellClass: 'whitespace-nowrap',
    cell: ({ modifiedAt }) => (
      <time dateTime={new Date(modifiedAt).toISOString()}>
        {new Date(modifiedAt).toLocaleString('sv-SE')}
      </time>
    ),
  },
];

/** State of a watched file in a few words. */
export function fileState({ status, error, sessionCount, format }: WatchedFileRecord): string {
  if (status === 'queued') return 'waiting';
  if (status === 'running') return 'reading';
  if (status === 'cancelled') return 'cancelled';
  if (error !== null) return 'not imported';
  if (status === null) return 'deleted';
  const sessions = counted(sessionCount, 'session');
  return format === null ? sessions : `${sessions}, ${format}`;
}
