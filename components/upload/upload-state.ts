import type { ApiErrorBody } from '@/lib/api/contract/contract';
import type { ImportRecord } from '@/lib/api/contract/import-contract';

/** Error of one file, from the page or the server. */
export type UploadFault = Pick<ApiErrorBody, 'message'> &
  Partial<Pick<ApiErrorBody, 'hint' | 'at'>>;

/** One file on its way into the library. */
export interface UploadItem {
  /** Its own while it is sent, the import's where the file came from elsewhere. */
  readonly key: string;
  readonly file: string;
  readonly bytes: number;
  /** Number of files sent together. */
  readonly files: number | null;
  readonly sentBytes: number;
  /** Upload by this page: waiting, running, or stopped before it arrived. */
  readonly sending: 'waiting' | 'sending' | 'arrived' | 'failed' | 'cancelled';
  readonly fault: UploadFault | null;
  /** The server's import. */
  readonly record: ImportRecord | null;
}

/** State of a file in one word. */
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
export type NewItem = Pick<UploadItem, 'key' | 'file' | 'bytes' | 'files'>;

export type UploadAction =
  | { readonly type: 'add'; readonly files: readonly NewItem[] }
  | { readonly type: 'sent'; readonly key: string; readonly bytes: number }
  | { readonly type: 'arrived'; readonly key: string; readonly record: ImportRecord }
  | { readonly type: 'failed'; readonly key: string; readonly fault: UploadFault }
  | { readonly type: 'stopped' | 'again' | 'dropped'; readonly key: string }
  | { readonly type: 'records'; readonly records: readonly ImportRecord[] }
  | { readonly type: 'clear' };

/** True while an import, or a member of its archive, has not ended. */
export const isUnfinished = ({ status, members }: ImportRecord): boolean =>
  status === 'queued' ||
  status === 'running' ||
  (members !== null && members.waiting + members.running + members.paused > 0);

/** State of an item. */
export function phaseOf({ sending, record }: UploadItem): UploadPhase {
  if (record === null) return sending === 'arrived' ? 'queued' : sending;
  const { status, members } = record;
  if (record.paused && isUnfinished(record)) return 'paused';
  if (members !== null && members.waiting + members.running > 0) return 'reading';
  if (members !== null && members.paused > 0) return 'paused';
  if (status === 'done') return record.duplicateOf === null ? 'done' : 'duplicate';
  return status === 'running' ? 'reading' : status;
}

/** Bytes read of an item, and their total. */
export function readBytes({ record, bytes }: UploadItem): { done: number; total: number } {
  if (record?.members) return { done: record.members.bytesRead, total: record.members.bytes };
  return { done: record?.status === 'done' ? bytes : (record?.bytesRead ?? 0), total: bytes };
}

/** True if an item's state is final. */
export const isSettled = (item: UploadItem): boolean =>
  ['done', 'duplicate', 'failed', 'cancelled'].includes(phaseOf(item));

/** Error of an item; null unless it failed. */
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
      return arrived(items, action.key, action.record);
    case 'failed':
      return change(items, action.key, { sending: 'failed', fault: action.fault });
    case 'again':
      return change(items, action.key, { sending: 'waiting', sentBytes: 0, fault: null });
    case 'stopped':
      return change(items, action.key, { sending: 'cancelled' });
    case 'dropped':
      return items.filter(({ key }) => key !== action.key);
    case 'records':
      return takeRecords(items, action.records);
    case 'clear':
      return items.filter((item) => !isSettled(item));
  }
}

const unsent = { sentBytes: 0, sending: 'waiting', fault: null, record: null } as const;
const waiting = (item: NewItem): UploadItem => ({ ...item, ...unsent });

function change(
  items: readonly UploadItem[],
  key: string,
  to: Partial<UploadItem>,
): readonly UploadItem[] {
  return items.map((item) => (item.key === key ? { ...item, ...to } : item));
}

/** Joins an upload with an import listed before the upload's answer came. */
function arrived(
  items: readonly UploadItem[],
  key: string,
  record: ImportRecord,
): readonly UploadItem[] {
  const listed = items.find((item) => item.key !== key && item.record?.id === record.id);
  const rest = items.filter((item) => item !== listed);
  return change(rest, key, { sending: 'arrived', record: listed?.record ?? record });
}

/** Server records replace local ones; running imports of other pages are added. */
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
  const others = [...news.values()].filter(isUnfinished).map(itemOf);
  return others.length === 0 ? known : [...others, ...known];
}

/** The item of an import that this page did not send. */
export const itemOf = (record: ImportRecord): UploadItem => ({
  ...waiting({ key: record.id, file: record.file, bytes: record.bytes, files: null }),
  sending: 'arrived',
  record,
});
