import { describe, expect, it } from 'vitest';
import type { ImportRecord } from '@/lib/api/contract/import-contract';
import {
  faultOf,
  isSettled,
  phaseOf,
  readBytes,
  uploadReducer,
  type UploadAction,
} from './upload-state';

const record = (change: Partial<ImportRecord> = {}): ImportRecord => ({
  id: 'aaaaaaaa',
  file: 'a.jsonl',
  bytes: 100,
  sample: false,
  status: 'queued',
  format: null,
  bytesRead: 0,
  records: 0,
  error: null,
  receipt: null,
  duplicateOf: null,
  sessions: [],
  sessionCount: 0,
  origin: 'upload',
  parentId: null,
  paused: false,
  retryable: false,
  members: null,
  createdAt: 0,
  finishedAt: null,
  ...change,
});

const after = (...actions: readonly UploadAction[]) => actions.reduce(uploadReducer, []);
const add: UploadAction = {
  type: 'add',
  files: [{ key: '1', file: 'a.jsonl', bytes: 100, files: null }],
};
const arrived: UploadAction = { type: 'arrived', key: '1', record: record() };
const records = (...list: ImportRecord[]): UploadAction => ({ type: 'records', records: list });

describe('uploadReducer', () => {
  it('follows a file from waiting to done', () => {
    const actions: UploadAction[] = [
      add,
      { type: 'sent', key: '1', bytes: 40 },
      arrived,
      records(record({ status: 'running', bytesRead: 50 })),
      records(record({ status: 'done' })),
    ];
    const phases = actions.map((_, i) => after(...actions.slice(0, i + 1)).map(phaseOf));
    expect(phases).toEqual([['waiting'], ['sending'], ['queued'], ['reading'], ['done']]);
  });

  it('says where a failure came from', () => {
    const fault = { message: 'No importer recognises this file.', hint: 'Try another.' };
    const [sent] = after(add, { type: 'failed', key: '1', fault });
    expect(sent && faultOf(sent)).toEqual(fault);
    const error = { code: 'malformed', message: 'The JSON is cut off.', at: 12 } as const;
    const [read] = after(add, arrived, records(record({ status: 'failed', error })));
    expect(read && faultOf(read)).toEqual(error);
    expect(read && phaseOf(read)).toBe('failed');
  });

  it('tells a duplicate from news', () => {
    const [item] = after(
      add,
      arrived,
      records(record({ status: 'done', duplicateOf: 'bbbbbbbb' })),
    );
    expect(item && phaseOf(item)).toBe('duplicate');
  });

  it('knows its own import, also one that is listed before the answer to its upload', () => {
    const early = [add, records(record({ status: 'running' })), arrived] as const;
    expect(after(...early).map(phaseOf)).toEqual(['reading']);
    const [item, ...others] = after(...early, records(record({ status: 'done' })));
    expect(others).toEqual([]);
    expect(item && [item.key, phaseOf(item)]).toEqual(['1', 'done']);
  });

  it('shows imports of other pages while they run, and forgets no one afterwards', () => {
    const sample = record({ id: 'cccccccc', sample: true });
    expect(after(records({ ...sample, status: 'done' }))).toEqual([]);
    const items = after(add, records(sample), records({ ...sample, status: 'done' }));
    expect(items.map(phaseOf)).toEqual(['done', 'waiting']);
  });

  it('follows an archive until its last member has ended', () => {
    const none = {
      waiting: 0,
      paused: 0,
      running: 0,
      done: 0,
      skipped: 0,
      failed: 0,
      cancelled: 0,
    };
    const totals = { ...none, total: 3, sessions: 2, bytes: 300, bytesRead: 200 };
    const phase = (members: typeof totals, paused = false): unknown =>
      after(add, arrived, records(record({ status: 'done', members, paused }))).map(phaseOf)[0];
    expect(phase({ ...totals, done: 2, running: 1 })).toBe('reading');
    expect(phase({ ...totals, done: 2, waiting: 1 }, true)).toBe('paused');
    expect(phase({ ...totals, done: 2, paused: 1 })).toBe('paused');
    expect(phase({ ...totals, done: 2, failed: 1 })).toBe('done');
    const [item] = after(add, arrived, records(record({ status: 'done', members: totals })));
    expect(item && readBytes(item)).toEqual({ done: 200, total: 300 });
  });

  it('tries again what was stopped while it was sent', () => {
    const items = after(add, { type: 'stopped', key: '1' }, { type: 'again', key: '1' });
    expect(items.map(phaseOf)).toEqual(['waiting']);
  });

  it('clears what is settled only', () => {
    const second: UploadAction = {
      type: 'add',
      files: [{ key: '2', file: 'b.jsonl', bytes: 1, files: null }],
    };
    const items = after(add, second, { type: 'stopped', key: '1' }, { type: 'clear' });
    expect(items.map(({ key }) => key)).toEqual(['2']);
    expect(items.every(isSettled)).toBe(false);
  });
});
