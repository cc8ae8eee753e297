import type { ApiErrorBody, ImportRecord } from '@/lib/api/contract';

/** What went wrong with one file, wherever it went wrong. */
export type UploadFault = Pick<ApiErrorBody, 'message'> &
  Partial<Pick<ApiErrorBody, 'hint' | 'at'>>;

/** One file on its way into the library. */
export interface UploadItem {
  /** Its own while it is sent, the import's where the file came from elsewhere. */
  readonly key: string;
  readonly file: string;
  readonly bytes: number;
  /** How many files it is, where they are sent together. */
  readonly files: number | null;
  readonly sentBytes: number;
  /** Sent by this page and not taken yet: waiting, on its way, or stopped before it arrived. */
  readonly sending: 'waiting' | 'sending' | 'arrived' | 'failed' | 'cancelled';
  readonly fault: UploadFault | null;
  /** What the server made of it. */
  readonly record: ImportRecord | null;
}

/** Where a file stands, in one word. */
export type UploadPhase =
  | 'waiting'
  | 'sending'
  | 'queued'
  | 'paused'
  | 'reading'
  | 'done'
  | 'duplicate'
  | 'failed'
  | 'cancelled';

/** A file, or many together, that is to be sent. */
export interface NewItem {
  readonly key: string;
  readonly file: string;
  readonly bytes: number;
  readonly files: number | null;
}

export type UploadAction =
  | {
      readonly type: 'add';
      readonly files: readonly NewItem[];
    }
  | { readonly type: 'sent'; readonly key: string; readonly bytes: number }
  | { readonly type: 'arrived'; readonly key: string; readonly record: ImportRecord }
  | { readonly type: 'failed'; readonly key: string; readonly fault: UploadFault }
  | { readonly type: 'stopped' | 'again'; readonly key: string }
  | { readonly type: 'records'; readonly records: readonly ImportRecord[] }
  | { readonly type: 'clear' };

/** True while an import, or a member of its archive, has not ended. */
export const isUnfinished = ({ status, members }: ImportRecord): boolean =>
  status === 'queued' ||
  status === 'running' ||
  (members !== null && members.waiting + members.running + members.paused > 0);

/** Where an item stands. */
export function phaseOf({ sending, record }: UploadItem): UploadPhase {
  if (record === null) return sending === 'arrived' ? 'queued' : sending;
  const { status, members } = record;
  if (record.paused && isUnfinished(record)) return 'paused';
  if (members !== null && members.waiting + members.running > 0) return 'reading';
  if (members !== null && members.paused > 0) return 'paused';
  if (status === 'done') return record.duplicateOf === null ? 'done' : 'duplicate';
  return status === 'running' ? 'reading' : status;
}

/** Bytes that are read of an item, and all that are to be. */
export function readBytes({ record, bytes }: UploadItem): { done: number; total: number } {
  if (record?.members) return { done: record.members.bytesRead, total: record.members.bytes };
  return { done: record?.status === 'done' ? bytes : (record?.bytesRead ?? 0), total: bytes };
}

/** True when nothing more will happen to an item. */
export const isSettled = (item: UploadItem): boolean =>
  ['done', 'duplicate', 'failed', 'cancelled'].includes(phaseOf(item));

/** Why an item failed; null where it did not. */
export const faultOf = ({ fault, record }: UploadItem): UploadFault | null =>
  record?.status === 'failed' ? record.error : fault;

/** Newest first, as files are added and as the server reports. */
export function uploadReducer(
  items: readonly UploadItem[],
  action: UploadAction,
): readonly UploadItem[] {
  switch (action.type) {
    case 'add':
      return [...action.files.map(waiting), ...items];
    case 'sent':
      return change(items, action.key, { sending: 'sending', sentBytes: action.bytes });
    case 'arrived':
      return change(items, action.key, { sending: 'arrived', record: action.record });
    case 'failed':
      return change(items, action.key, { sending: 'failed', fault: action.fault });
    case 'again':
      return change(items, action.key, { sending: 'waiting', sentBytes: 0, fault: null });
    case 'stopped':
      return change(items, action.key, { sending: 'cancelled' });
    case 'records':
      return takeRecords(items, action.records);
    case 'clear':
      return items.filter((item) => !isSettled(item));
  }
}

const waiting = (item: NewItem): UploadItem => ({
  ...item,
  sentBytes: 0,
  sending: 'waiting',
  fault: null,
  record: null,
});

function change(
  items: readonly UploadItem[],
  key: string,
  to: Partial<UploadItem>,
): readonly UploadItem[] {
  return items.map((item) => (item.key === key ? { ...item, ...to } : item));
}

/** The server's word replaces what was known; imports of other pages appear while they run. */
function takeRecords(
  items: readonly UploadItem[],
  records: readonly ImportRecord[],
): readonly UploadItem[] {
  const news = new Map(records.map((record) => [record.id, record]));
  const known = items.map((item): UploadItem => {
    const record = item.record && news.get(item.record.id);
    if (!record) return item;
    news.delete(record.id);
    return { ...item, record };
  });
  const others = [...news.values()].filter(isUnfinished).map((record): UploadItem => ({
    ...waiting({ key: record.id, file: record.file, bytes: record.bytes, files: null }),
    sending: 'arrived',
    record,
  }));
  return others.length === 0 ? known : [...others, ...known];
}
