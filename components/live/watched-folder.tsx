'use client';

import Link from 'next/link';
import { Button } from '@/components/ui/button';
import type { WatchedFileRecord, WatchedFolderRecord } from '@/lib/api/watch-contract';
import { formatBytes, formatInteger } from '@/lib/base/format';
import { fileState } from './file-state';

const heads = ['file', 'state', 'size', 'changed'] as const;

/** A watched folder: what it holds and how each file stands. */
export function WatchedFolder({
  folder,
  onPause,
  onRemove,
}: {
  readonly folder: WatchedFolderRecord;
  readonly onPause: () => void;
  readonly onRemove: () => void;
}) {
  const { path, paused, error, fileCount, files } = folder;
  return (
    <section aria-label={path} className="mt-6 border-t pt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 truncate font-mono" title={path}>
          {path}
        </h3>
        <span className="text-sm text-ink2">
          {paused ? 'paused' : 'watching'} · {formatInteger(fileCount)}{' '}
          {fileCount === 1 ? 'file' : 'files'}
        </span>
        <Button
          size="small"
          onClick={onPause}
          aria-label={`${paused ? 'Resume' : 'Pause'} ${path}`}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="small" variant="danger" onClick={onRemove} aria-label={`Remove ${path}`}>
          Remove
        </Button>
      </div>
      {error === null ? null : <p className="mt-1 text-overflow">{error}</p>}
      {files.length === 0 ? (
        <p className="mt-2 text-ink2">No trace was found in it yet.</p>
      ) : (
        <FileTable files={files} caption={`Files of ${path}`} />
      )}
      {files.length < fileCount ? (
        <p className="mt-1 text-sm text-ink2">
          {formatInteger(files.length)} of {formatInteger(fileCount)} shown, the last changed ones.
        </p>
      ) : null}
    </section>
  );
}

function FileTable({
  files,
  caption,
}: {
  readonly files: readonly WatchedFileRecord[];
  readonly caption: string;
}) {
  return (
    <div className="mt-2 overflow-x-auto" tabIndex={0} role="region" aria-label={caption}>
      <table className="w-full tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b text-left text-sm text-ink2">
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className={
                  head === 'size' ? 'py-1 pr-4 text-right font-normal' : 'py-1 pr-4 font-normal'
                }
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <FileRow key={file.path} file={file} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FileRow({ file }: { readonly file: WatchedFileRecord }) {
  const { path, bytes, modifiedAt, sessionId, error } = file;
  return (
    <tr className="border-b border-line2 align-top">
      <td className="max-w-md py-1 pr-4 font-mono [overflow-wrap:anywhere]">
        {sessionId === null ? (
          path
        ) : (
          <Link href={`/sessions/${sessionId}`} prefetch={false} className="hover:underline">
            {path}
          </Link>
        )}
      </td>
      <td className="py-1 pr-4">
        {fileState(file)}
        {error === null ? null : (
          <span className="block text-sm text-ink2">
            {error.message} {error.hint}
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
