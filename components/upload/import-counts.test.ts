import { expect, it } from 'vitest';
import type { ImportRecord } from '@/lib/api/contract/import-contract';
import { importSummary } from './import-counts';
import type { UploadItem } from './upload-state';

const item = (change: Partial<UploadItem>): UploadItem => ({
  ...{ key: 'k', file: 'a.jsonl', bytes: 1, files: null, sentBytes: 1 },
  ...{ sending: 'arrived', fault: null, record: null },
  ...change,
});

const record = (change: object): ImportRecord =>
  ({ status: 'done', duplicateOf: null, paused: false, members: null, ...change }) as ImportRecord;

const members = { total: 23, waiting: 3, paused: 0, running: 1, done: 15, skipped: 2 };

it('counts the files of a folder, not the folder', () => {
  const folder = item({
    files: 23,
    record: record({ members: { ...members, failed: 2, cancelled: 0 } }),
  });
  expect(importSummary([folder])).toBe('17 of 23 files read, 2 failed');
  expect(importSummary([item({ files: 23, sending: 'sending' })])).toBe('0 of 23 files read');
});

it('adds single files up', () => {
  const read = item({ record: record({}) });
  const failed = item({ record: record({ status: 'failed' }) });
  expect(importSummary([read, failed])).toBe('1 of 2 files read, 1 failed');
  expect(importSummary([read])).toBe('1 file read');
  expect(importSummary([])).toBe('');
});
