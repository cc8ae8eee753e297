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
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { dateTime } from '@/components/library/table/clock';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import type { ImportRecord } from '@/lib/api/contract/import-contract';
import type { ImportAction, MemberTotals } from '@/lib/api/contract/import-contract';
import { counted, formatBytes, formatInteger } from '@/lib/engine/base/format';
import { ImportReceipt } from './import-receipt';
import { ImportSessions, type KeepOnly } from './imported-sessions';
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

/** Actions on an item. */
interface ItemActions {
  readonly onCancel: (item: UploadItem) => void;
  readonly onRetry: (item: UploadItem) => void;
  readonly onDismiss: (item: UploadItem) => void;
  readonly onAct: (action: ImportAction) => void;
  readonly onKeepOnly: KeepOnly;
}

/** One file or archive: its progress, then its receipt and sessions, or its error. */
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
            <span
              className="min-w-0 flex-1 truncate font-medium"
              title={withoutControls(item.file)}
            >
              <ForeignText text={item.file} />
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
          aria-label={`Map the fields of ${withoutControls(item.file)}`}
          className="mt-1 ml-6 inline-block text-sm text-accent hover:underline"
        >
          Map its fields…
        </Link>
      ) : null}
      {record?.members ? (
        <Members record={record} members={record.members} onAct={actions.onAct} />
      ) : record && (phase === 'done' || phase === 'duplicate') ? (
        <div className="mt-1 pl-6">
          <ImportSessions record={record} onKeepOnly={actions.onKeepOnly} />
          {record.receipt && phase === 'done' ? (
            <ImportReceipt record={record} receipt={record.receipt} />
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

/** True if the file is kept and a mapping may read it. */
const isMappable = ({ retryable, error }: ImportRecord): boolean =>
  retryable && ['unrecognized', 'ambiguous', 'no-sessions'].includes(error?.code ?? '');

/** Every file of an archive, and the receipt of the archive itself. */
function Members(props: {
  readonly record: ImportRecord;
  readonly members: MemberTotals;
  readonly onAct: (action: ImportAction) => void;
}) {
  const { record, members, onAct } = props;
  return (
    <div className="mt-1 pl-6">
      <MemberList
        file={record.file}
        parentId={record.id}
        total={members.total}
        busy={members.waiting + members.running > 0}
        onRetry={(id) => onAct({ action: 'retry', id })}
      />
      {record.receipt ? <ImportReceipt record={record} receipt={record.receipt} /> : null}
    </div>
  );
}

function ItemButtons(
  props: ItemActions & { readonly item: UploadItem; readonly phase: UploadPhase },
) {
  const { item, phase, onCancel, onRetry, onDismiss, onAct } = props;
  const { record, file } = item;
  const again = record
    ? record.retryable || (record.members?.failed ?? 0) > 0
    : phase === 'failed' || phase === 'cancelled';
  const button = (what: string, icon: ReactNode, onClick: () => void): ReactNode => (
    <Button
      variant="quiet"
      size="icon"
      aria-label={`${what} ${withoutControls(file)}${what === 'Try' ? ' again' : ''}`}
      onClick={onClick}
    >
      {icon}
    </Button>
  );
  return (
    <div className="flex shrink-0">
      {record && (phase === 'queued' || phase === 'reading')
        ? button('Pause', <Pause {...small} />, () => onAct({ action: 'pause', id: record.id }))
        : null}
      {record && phase === 'paused'
        ? button('Resume', <Play {...small} />, () => onAct({ action: 'resume', id: record.id }))
        : null}
      {again && isSettled(item)
        ? button('Try', <RotateCcw {...small} />, () => onRetry(item))
        : null}
      {isSettled(item)
        ? null
        : button('Cancel', <X size={14} aria-hidden="true" />, () => onCancel(item))}
      {phase === 'failed' || (isSettled(item) && (record?.members?.failed ?? 0) > 0)
        ? button('Dismiss', <X size={14} aria-hidden="true" />, () => onDismiss(item))
        : null}
    </div>
  );
}

const small = { size: 13, 'aria-hidden': true } as const;

function PhaseIcon({ phase }: { readonly phase: UploadPhase }) {
  const Icon = icons[phase];
  return (
    <Icon
      size={15}
      aria-hidden="true"
      className={classNames(
        'mt-0.5 shrink-0',
        phase === 'done' && 'text-good',
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
  const texts: Readonly<Record<UploadPhase, string>> = {
    waiting: `${many}${many === '' ? 'W' : 'w'}aiting to be sent`,
    sending: many === '' ? 'Sending' : `Sending ${many.slice(0, -2)}`,
    queued: 'Waiting to be read',
    paused: 'Paused; resuming reads it from the beginning',
    reading: `Reading, ${formatInteger(record?.records ?? 0)} records`,
    // One session says its own name.
    done: record?.sessionCount === 1 ? '' : counted(record?.sessionCount ?? 0, 'session'),
    duplicate:
      'Already in the library: the same content was imported before, nothing was added twice.',
    failed: record?.finishedAt ? `Not imported, ${dateTime(record.finishedAt)}` : 'Not imported',
    cancelled: 'Cancelled; nothing was kept',
  };
  return texts[phase];
}

/** "4,980 of 5,000 files imported · 12 not traces · 8 failed · 5,120 sessions". */
function membersText(members: MemberTotals): string {
  const { total, done, skipped, failed, cancelled, paused, sessions } = members;
  const unlessNone = (count: number, what: string): string =>
    count === 0 ? '' : `${formatInteger(count)} ${what}`;
  const head = `${formatInteger(done)} of ${counted(total, 'file')} imported`;
  return [
    head,
    unlessNone(failed, 'failed'),
    unlessNone(skipped, skipped === 1 ? 'not a trace' : 'not traces'),
    unlessNone(paused, 'paused'),
    unlessNone(cancelled, 'cancelled'),
    unlessNone(sessions, sessions === 1 ? 'session' : 'sessions'),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function Progress({ item, phase }: { readonly item: UploadItem; readonly phase: UploadPhase }) {
  const sending = phase === 'sending';
  const { done, total } = sending ? { done: item.sentBytes, total: item.bytes } : readBytes(item);
  return (
    <ProgressLine
      key={phase}
      label={`${sending ? 'Sending' : 'Reading'} ${withoutControls(item.file)}`}
      done={done}
      total={total}
      className="mt-2 ml-6"
    />
  );
}

/** Place, reason and advice of a failure. */
function Fault({ file, fault }: { readonly file: string; readonly fault: UploadFault }) {
  const { at, message, hint } = fault;
  const place =
    at === undefined ? '' : typeof at === 'number' ? `, line ${formatInteger(at)}` : `, at ${at}`;
  return (
    <div role="alert" className="mt-2 ml-6 border-l-2 border-overflow pl-2.5 text-sm">
      <p className="font-mono text-xs break-all text-ink2">
        <ForeignText text={file + place} />
      </p>
      <p className="mt-0.5 text-ink">
        <ForeignText text={message} />
      </p>
      {hint === undefined ? null : <p className="mt-0.5 text-ink2">{hint}</p>}
    </div>
  );
}
