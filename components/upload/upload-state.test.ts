import { describe, expect, it } from 'vitest';
import type { ImportRecord } from '@/lib/api/contract';
import { faultOf, isSettled, phaseOf, uploadReducer, type UploadAction } from './upload-state';

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
  createdAt: 0,
  finishedAt: null,
  ...change,
});

const after = (...actions: readonly UploadAction[]) => actions.reduce(uploadReducer, []);
const add: UploadAction = { type: 'add', files: [{ key: '1', file: 'a.jsonl', bytes: 100 }] };
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

  it('shows imports of other pages while they run, and forgets no one afterwards', () => {
    const sample = record({ id: 'cccccccc', sample: true });
    expect(after(records({ ...sample, status: 'done' }))).toEqual([]);
    const items = after(add, records(sample), records({ ...sample, status: 'done' }));
    expect(items.map(phaseOf)).toEqual(['done', 'waiting']);
  });

  it('clears what is settled only', () => {
    const second: UploadAction = {
      type: 'add',
      files: [{ key: '2', file: 'b.jsonl', bytes: 1 }],
    };
    const items = after(add, second, { type: 'stopped', key: '1' }, { type: 'clear' });
    expect(items.map(({ key }) => key)).toEqual(['2']);
    expect(items.every(isSettled)).toBe(false);
  });
});
