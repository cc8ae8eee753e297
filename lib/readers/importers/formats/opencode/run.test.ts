import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { readTrace } from '../../testing/read-trace';
import { labelledStepsOf } from '../../testing/session-view';

const FILE = new URL('fixtures/opencode-run/compacts.jsonl', import.meta.url);
const read = (text: string) => successOf(readTrace(text));

test('a run is steps with their counts, its compaction found by what follows the summary', () => {
  const { format, sessions, receipt } = read(readFileSync(FILE, 'utf8'));
  expect(format).toBe('opencode-run');
  const [main, summariser] = sessions;
  expect(main?.source).toMatchObject({ agent: 'OpenCode', sessionId: 'ses_run1' });
  // 200 + 9,000 read + 800 written; 150 + 10,000; after the compaction 2,600; the refused one.
  expect(labelledStepsOf(main)).toEqual([
    '0:10000 user-msg',
    '2:10150 tool-results',
    '4:2600 user-msg',
    '5:200819! user-msg',
  ]);
  expect(main?.entries.map(({ parts }) => parts.map(({ kind }) => kind).join())).toEqual([
    'thought,text,call',
    'response',
    'call',
    'response',
    'text',
  ]);
  expect(main?.entries[3]?.parts[0]).toMatchObject({
    response: { result: 'File not found: a.md' },
  });
  expect(main?.compactions).toMatchObject([{ kind: 'summary', step: 2, entry: 4 }]);
  expect(labelledStepsOf(summariser)).toEqual(['4:10300 summariser']);
  expect(main?.notices.map(({ code }) => code)).toEqual([
    'prompt-not-recorded',
    'compaction-inferred',
  ]);
  expect(receipt).toMatchObject({ read: 15, kept: 5, merged: [{ records: 10 }], dropped: [] });
});

test('an answer that ends a run is no summary where the next request is as large', () => {
  const lines = readFileSync(FILE, 'utf8').replace('"input": 2600', '"input": 10600');
  const { sessions } = read(lines);
  expect(sessions).toHaveLength(1);
  expect(sessions[0]?.compactions).toEqual([]);
  expect(labelledStepsOf(sessions[0])).toContain('4:10300 tool-results');
});

test('two runs in one file are two sessions', () => {
  const text = readFileSync(FILE, 'utf8');
  const { sessions } = read(text + text.replaceAll('ses_run1', 'ses_run2'));
  expect(sessions.map(({ source }) => `${source.sessionId} ${source.lane}`)).toEqual([
    'ses_run1 main',
    'ses_run1 summariser',
    'ses_run2 main',
    'ses_run2 summariser',
  ]);
});
