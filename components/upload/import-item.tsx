'use client';

import { Ban, Check, CircleAlert, Copy, LoaderCircle, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { formatBytes, formatInteger } from '@/lib/base/format';
import { ImportReceipt } from './import-receipt';
import { ImportedSessions } from './imported-sessions';
import {
  faultOf,
  isSettled,
  phaseOf,
  type UploadFault,
  type UploadItem,
  type UploadPhase,
} from './upload-state';

const icons = {
  waiting: LoaderCircle,
  sending: LoaderCircle,
  queued: LoaderCircle,
  reading: LoaderCircle,
  done: Check,
  duplicate: Copy,
  failed: CircleAlert,
  cancelled: Ban,
} as const satisfies Record<UploadPhase, unknown>;

/** One file: its progress while it is read, then its receipt and sessions, or its fault. */
export function ImportItem({
  item,
  onCancel,
  onKeepOnly,
}: {
  readonly item: UploadItem;
  readonly onCancel: (item: UploadItem) => void;
  readonly onKeepOnly: (importId: string, keep: ReadonlySet<string>) => void;
}) {
  const phase = phaseOf(item);
  const fault = phase === 'failed' ? faultOf(item) : null;
  const { record } = item;
  const said = phaseText(item, phase);
  return (
    <li className="border-b border-line2 px-4 py-3">
      <div className="flex items-start gap-2">
        <PhaseIcon phase={phase} />
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-medium" title={item.file}>
              {item.file}
            </span>
            <span className="shrink-0 text-sm text-ink3">{formatBytes(item.bytes)}</span>
          </div>
          {said === '' ? null : <p className="text-sm text-ink2">{said}</p>}
        </div>
        {isSettled(item) ? null : (
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Cancel ${item.file}`}
            onClick={() => onCancel(item)}
          >
            <X size={14} aria-hidden="true" />
          </Button>
        )}
      </div>
      {isSettled(item) ? null : <Progress item={item} phase={phase} />}
      {fault ? <Fault file={item.file} fault={fault} /> : null}
      {record && (phase === 'done' || phase === 'duplicate') ? (
        <div className="mt-1 pl-6">
          <ImportedSessions record={record} onKeepOnly={onKeepOnly} />
          {record.receipt && phase === 'done' ? (
            <ImportReceipt record={record} receipt={record.receipt} />
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

function PhaseIcon({ phase }: { readonly phase: UploadPhase }) {
  const Icon = icons[phase];
  return (
    <Icon
      size={15}
      aria-hidden="true"
      className={classNames(
        'mt-0.5 shrink-0',
        phase === 'done' && 'text-compaction',
        phase === 'failed' && 'text-overflow',
        (phase === 'duplicate' || phase === 'cancelled') && 'text-ink3',
        Icon === LoaderCircle && 'animate-spin text-accent',
      )}
    />
  );
}

function phaseText({ record, sentBytes, bytes }: UploadItem, phase: UploadPhase): string {
  switch (phase) {
    case 'waiting':
      return 'Waiting to be sent';
    case 'sending':
      return `Sending, ${formatBytes(sentBytes)} of ${formatBytes(bytes)}`;
    case 'queued':
      return 'Waiting to be read';
    case 'reading':
      return `Reading, ${formatInteger(record?.records ?? 0)} records`;
    case 'done':
      return sessionsText(record?.sessionCount ?? 0);
    case 'duplicate':
      return 'Already in the library: the same content was imported before, nothing was added twice.';
    case 'failed':
      return 'Not imported';
    case 'cancelled':
      return 'Cancelled; nothing was kept';
  }
}

/** One session says its own name. */
const sessionsText = (count: number): string =>
  count === 1 ? '' : `${formatInteger(count)} sessions`;

function Progress({ item, phase }: { readonly item: UploadItem; readonly phase: UploadPhase }) {
  const done = phase === 'sending' ? item.sentBytes : (item.record?.bytesRead ?? 0);
  const share = item.bytes > 0 ? Math.min(1, done / item.bytes) : 0;
  return (
    <div
      role="progressbar"
      aria-label={`${phase === 'sending' ? 'Sending' : 'Reading'} ${item.file}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="mt-2 ml-6 h-1 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width]"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}

/** Where it failed, why, and what to do. */
function Fault({ file, fault }: { readonly file: string; readonly fault: UploadFault }) {
  const { at, message, hint } = fault;
  const place =
    at === undefined ? '' : typeof at === 'number' ? `, line ${formatInteger(at)}` : `, at ${at}`;
  return (
    <div role="alert" className="mt-2 ml-6 border-l-2 border-overflow pl-2.5 text-sm">
      <p className="font-mono text-xs break-all text-ink2">
        {file}
        {place}
      </p>
      <p className="mt-0.5 text-ink">{message}</p>
      {hint === undefined ? null : <p className="mt-0.5 text-ink2">{hint}</p>}
    </div>
  );
}
