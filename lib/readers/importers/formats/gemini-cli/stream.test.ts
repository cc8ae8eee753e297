import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { codesOf, reasonsOf } from '../../testing/session-view';

test('the counts of a run are its request’s where it has one', () => {
  const { format, sessions, receipt } = readFixture('gemini-stream/one-call.jsonl');
  const [session] = sessions as [Session];
  expect(format).toBe('gemini-stream');
  expect(session).toMatchObject({
    name: 'Say hello',
    model: 'gemini-2.5-pro',
    source: { agent: 'Gemini CLI', sessionId: 'g-1' },
  });
  expect(stepsOf(session)).toEqual([[1, 8000]]);
  expect(entriesOf(session)).toEqual(['user text:Say hello', 'model text:Hello.']);
  expect(codesOf(session)).toEqual([]);
  expect(receipt).toMatchObject({ read: 5, kept: 4, lost: 0 });
  expect(receipt.remarks[1]).toMatch(/no compaction\.$/);
});

test('an answer begins behind a result; the sum of several calls is nobody’s', () => {
  const { sessions, receipt } = readFixture('gemini-stream/tools.jsonl');
  const [session] = sessions as [Session];
  expect(stepsOf(session)).toEqual([
    [1, null],
    [4, null],
    [6, 1_048_577],
  ]);
  expect(session.steps[2]).toMatchObject({ rejected: true, limit: 1_048_576 });
  expect(session.steps.map(({ label }) => label)).toEqual([
    'user-msg',
    'tool-results',
    'tool-results',
  ]);
  expect(entriesOf(session)).toEqual([
    'user text:Fix main.go',
    'model text:I look. call:read_file{"file_path":"main.go"} call:glob{"pattern":"*"}',
    'user response:read_file{"result":"package main"}',
    'user response:glob{"result":"No folder"}',
    'model call:write_file{"file_path":"main.go","content":"x"}',
    'user response:write_file{"result":""}',
  ]);
  expect(codesOf(session)).toEqual(['results-shown', 'usage-per-run']);
  expect(reasonsOf(receipt.dropped)).toEqual({ 'not part of a request: error': 1 });
});
