'use client';

import Link from 'next/link';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { ScrollTable, type TableHeading } from '@/components/ui/scroll-table';
import type { WatchedFileRecord, WatchedFolderRecord } from '@/lib/api/contract/watch-contract';
import { counted, formatBytes, formatInteger } from '@/lib/engine/base/format';

const heads: readonly TableHeading[] = [
  ['file', 'py-1 pr-4'],
  ['state', 'py-1 pr-4'],
  ['size', 'py-1 pr-4 text-right'],
  ['changed', 'py-1 pr-4'],
];

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
          <ScrollTable
            label={`Files of ${name}`}
            className="w-full"
            head="border-b text-left text-sm text-ink2"
            heads={heads}
          >
            {files.map((file) => (
              <FileRow key={file.path} file={file} />
            ))}
          </ScrollTable>
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

function FileRow({ file }: { readonly file: WatchedFileRecord }) {
  const { path, bytes, modifiedAt, sessionId, error } = file;
  return (
    <tr className="border-b border-line2 align-top">
      <td className="max-w-md py-1 pr-4 font-mono [overflow-wrap:anywhere]">
        {sessionId === null ? (
          <ForeignText text={path} />
        ) : (
          <Link href={`/sessions/${sessionId}`} prefetch={false} className="hover:underline">
            <ForeignText text={path} />
          </Link>
        )}
      </td>
      <td className="py-1 pr-4">
        <ForeignText text={fileState(file)} />
        {error === null ? null : (
          <span className="block text-sm text-ink2">
            <ForeignText text={error.message} /> {error.hint}
          </span>
        )}
      </td>
      <td className="py-1 pr-4 text-right whitespace-nowrap">{formatBytes(bytes)}</td>
      <td className="py-1 pr-4 whitespace-nowrap">
        <time dateTime={new Date(modifiedAt).toISOString()}>
          {new Date(modifiedAt).toLocaleString('sv-SE')}
        </time>
      </td>
    </tr>
  );
}

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
