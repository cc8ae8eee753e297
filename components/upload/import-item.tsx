'use client';

import {
  Ban,
  Check,
  CircleAlert,
  CirclePause,
  Copy,
  LoaderCircle,
  Pause,
  Play,
  RotateCcw,
  X,
} from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import type { ImportRecord } from '@/lib/api/contract';
import type { ImportAction } from '@/lib/api/import-contract';
import type { MemberTotals } from '@/lib/api/member-totals';
import { formatBytes, formatInteger } from '@/lib/base/format';
import { ImportReceipt } from './import-receipt';
import { ImportedSessions } from './imported-sessions';
import { MemberList } from './member-list';
import { ProgressLine } from './progress-line';
import {
  faultOf,
  isSettled,
  phaseOf,
  readBytes,
  type UploadFault,
  type UploadItem,
  type UploadPhase,
} from './upload-state';

const icons = {
  waiting: LoaderCircle,
  sending: LoaderCircle,
  queued: LoaderCircle,
  paused: CirclePause,
  reading: LoaderCircle,
  done: Check,
  duplicate: Copy,
  failed: CircleAlert,
  cancelled: Ban,
} as const satisfies Record<UploadPhase, unknown>;

/** What can be done with an item. */
export interface ItemActions {
  readonly onCancel: (item: UploadItem) => void;
  readonly onRetry: (item: UploadItem) => void;
  readonly onAct: (action: ImportAction) => void;
  readonly onKeepOnly: (importId: string, keep: ReadonlySet<string>) => void;
}

/** One file or archive: its progress while it is read, then its receipt and sessions, or its fault. */
export function ImportItem({ item, ...actions }: ItemActions & { readonly item: UploadItem }) {
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
        <ItemButtons item={item} phase={phase} {...actions} />
      </div>
      {['sending', 'reading'].includes(phase) ? <Progress item={item} phase={phase} /> : null}
      {fault ? <Fault file={item.file} fault={fault} /> : null}
      {fault && record && isMappable(record) ? (
        <Link
          href={`/imports/${record.id}/mapping`}
          prefetch={false}
          aria-label={`Map the fields of ${item.file}`}
          className="mt-1 ml-6 inline-block text-sm text-accent hover:underline"
        >
          Map its fields…
        </Link>
      ) : null}
      {record?.members ? (
        <Members record={record} members={record.members} onAct={actions.onAct} />
      ) : record && (phase === 'done' || phase === 'duplicate') ? (
        <div className="mt-1 pl-6">
          <ImportedSessions record={record} onKeepOnly={actions.onKeepOnly} />
          {record.receipt && phase === 'done' ? (
            <ImportReceipt record={record} receipt={record.receipt} />
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

/** The file is kept, and a mapping may read what no format does. */
const isMappable = ({ retryable, error }: ImportRecord): boolean =>
  retryable && ['unrecognized', 'ambiguous', 'no-sessions'].includes(error?.code ?? '');

/** Every file of an archive, and the receipt of the archive itself. */
function Members({
  record,
  members,
  onAct,
}: {
  readonly record: ImportRecord;
  readonly members: MemberTotals;
  readonly onAct: (action: ImportAction) => void;
}) {
  return (
    <div className="mt-1 pl-6">
      <MemberList
        parentId={record.id}
        total={members.total}
        busy={members.waiting + members.running > 0}
        onRetry={(id) => onAct({ action: 'retry', id })}
      />
      {record.receipt ? <ImportReceipt record={record} receipt={record.receipt} /> : null}
    </div>
  );
}

function ItemButtons({
  item,
  phase,
  onCancel,
  onRetry,
  onAct,
}: ItemActions & { readonly item: UploadItem; readonly phase: UploadPhase }) {
  const { record, file } = item;
  const again = record
    ? record.retryable || (record.members?.failed ?? 0) > 0
    : phase === 'failed' || phase === 'cancelled';
  return (
    <div className="flex shrink-0">
      {record && (phase === 'queued' || phase === 'reading') ? (
        <ItemButton
          name={`Pause ${file}`}
          onClick={() => onAct({ action: 'pause', id: record.id })}
        >
          <Pause size={13} aria-hidden="true" />
        </ItemButton>
      ) : null}
      {record && phase === 'paused' ? (
        <ItemButton
          name={`Resume ${file}`}
          onClick={() => onAct({ action: 'resume', id: record.id })}
        >
          <Play size={13} aria-hidden="true" />
        </ItemButton>
      ) : null}
      {again && isSettled(item) ? (
        <ItemButton name={`Try ${file} again`} onClick={() => onRetry(item)}>
          <RotateCcw size={13} aria-hidden="true" />
        </ItemButton>
      ) : null}
      {isSettled(item) ? null : (
        <ItemButton name={`Cancel ${file}`} onClick={() => onCancel(item)}>
          <X size={14} aria-hidden="true" />
        </ItemButton>
      )}
    </div>
  );
}

function ItemButton(props: {
  readonly name: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Button variant="quiet" size="icon" aria-label={props.name} onClick={props.onClick}>
      {props.children}
    </Button>
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
        ['duplicate', 'cancelled', 'paused'].includes(phase) && 'text-ink3',
        Icon === LoaderCircle && 'animate-spin text-accent',
      )}
    />
  );
}

function phaseText({ record, files }: UploadItem, phase: UploadPhase): string {
  const many = files === null ? '' : `${formatInteger(files)} files, `;
  if (record?.members) return membersText(record.members);
  switch (phase) {
    case 'waiting':
      return `${many}${many === '' ? 'W' : 'w'}aiting to be sent`;
    case 'sending':
      return many === '' ? 'Sending' : `Sending ${many.slice(0, -2)}`;
    case 'queued':
      return 'Waiting to be read';
    case 'paused':
      return 'Paused; it is read from its beginning when it is resumed';
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

/** "4,980 of 5,000 files imported · 12 no traces · 8 failed · 5,120 sessions". */
function membersText(members: MemberTotals): string {
  const { total, done, skipped, failed, cancelled, paused, sessions } = members;
  const told = (count: number, what: string): string =>
    count === 0 ? '' : `${formatInteger(count)} ${what}`;
  const head = `${formatInteger(done)} of ${total === 1 ? '1 file' : `${formatInteger(total)} files`} imported`;
  return [
    head,
    told(failed, 'failed'),
    told(skipped, skipped === 1 ? 'no trace' : 'no traces'),
    told(paused, 'paused'),
    told(cancelled, 'cancelled'),
    told(sessions, sessions === 1 ? 'session' : 'sessions'),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** One session says its own name. */
const sessionsText = (count: number): string =>
  count === 1 ? '' : `${formatInteger(count)} sessions`;

function Progress({ item, phase }: { readonly item: UploadItem; readonly phase: UploadPhase }) {
  const sending = phase === 'sending';
  const { done, total } = sending ? { done: item.sentBytes, total: item.bytes } : readBytes(item);
  return (
    <ProgressLine
      key={phase}
      label={`${sending ? 'Sending' : 'Reading'} ${item.file}`}
      done={done}
      total={total}
      className="mt-2 ml-6"
    />
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
