'use client';

import { RotateCcw } from 'lucide-react';
import Link from 'next/link';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { VirtualList } from '@/components/ui/grid/virtual-list';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import type { ImportRecord } from '@/lib/api/contract/import-contract';
import { MEMBER_PAGE, useMembers } from '@/lib/api/queries/import-queries';
import { counted, formatBytes, formatInteger } from '@/lib/engine/base/format';
import { noTraceCodes } from '@/lib/readers/importers/importer';

interface MemberProps {
  readonly parentId: string;
  readonly busy: boolean;
  readonly onRetry: (id: string) => void;
}

/** Every file of an archive or folder with its outcome; failures first. */
export function MemberList({
  total,
  file,
  ...props
}: MemberProps & { readonly total: number; readonly file: string }) {
  return (
    <VirtualList
      label={`Files inside ${withoutControls(file)}`}
      count={total}
      keyOf={(index) => index}
      draw={(index) => <Member index={index} {...props} />}
      rowHeight={40}
      className="mt-2 max-h-80 border-y border-line2"
      itemClass={() => 'flex h-10 items-center gap-2 px-1'}
    />
  );
}

function Member({ parentId, index, busy, onRetry }: MemberProps & { readonly index: number }) {
  const { data } = useMembers(parentId, Math.floor(index / MEMBER_PAGE), { busy });
  const record = data?.[index % MEMBER_PAGE];
  if (record === undefined) return null;
  const [first] = record.sessions;
  const said = memberText(record);
  return (
    <>
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate text-sm" title={withoutControls(record.file)}>
          {first ? (
            <Link
              href={`/sessions/${first.id}`}
              prefetch={false}
              className="text-accent hover:underline"
            >
              <ForeignText text={record.file} />
            </Link>
          ) : (
            <ForeignText text={record.file} />
          )}
        </p>
        <p
          title={withoutControls(said)}
          className={classNames('truncate text-xs', isBad(record) ? 'text-overflow' : 'text-ink3')}
        >
          <ForeignText text={said} />
        </p>
      </div>
      <span className="shrink-0 text-xs text-ink3 tabular-nums">{formatBytes(record.bytes)}</span>
      {isBad(record) && record.retryable ? (
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Try ${withoutControls(record.file)} again`}
          onClick={() => onRetry(record.id)}
        >
          <RotateCcw size={13} aria-hidden="true" />
        </Button>
      ) : null}
    </>
  );
}

const isBad = ({ status, error }: ImportRecord): boolean =>
  status === 'failed' && !noTraceCodes.includes(error?.code ?? '');

function memberText(record: ImportRecord): string {
  const { status, error, receipt, sessionCount, paused, duplicateOf } = record;
  if (status === 'failed') return error === null ? 'Not imported' : failureText(error);
  if (status === 'queued') return paused ? 'Paused' : 'Waiting to be read';
  if (status === 'running') return `Reading, ${formatInteger(record.records)} records`;
  if (status === 'cancelled') return 'Cancelled; nothing was kept';
  if (duplicateOf !== null) return 'Already in the library';
  const sessions = counted(sessionCount, 'session');
  return receipt === null
    ? sessions
    : `${sessions} · ${formatInteger(receipt.read)} read, ${formatInteger(receipt.kept)} kept`;
}

const failureText = ({ at, message }: NonNullable<ImportRecord['error']>): string =>
  at === undefined ? message : `${typeof at === 'number' ? `Line ${at}` : at}: ${message}`;
