import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { codesOf, reasonsOf } from '../../testing/session-view';

test('a debug log gives counted calls, with the texts that are left', () => {
  const { format, sessions, receipt } = readFixture('copilot-debug/main.jsonl');
  const [main, other] = sessions as [Session, Session];
  expect(format).toBe('copilot-debug');
  expect(sessions).toHaveLength(2);
  expect(main).toMatchObject({
    name: 'Fix main.go',
    model: 'gpt-5',
    source: { agent: 'GitHub Copilot Chat', sessionId: 's-1' },
  });
  expect(stepsOf(main)).toEqual([
    [1, 21_000],
    [3, 21_400],
    [4, 130_000],
    [4, null],
  ]);
  expect(main.steps[2]).toMatchObject({ rejected: true, limit: 128_000 });
  expect(main.steps.map(({ label }) => label).slice(0, 2)).toEqual(['user-msg', 'tool-results']);
  expect(entriesOf(main)).toEqual([
    'user text:Fix main.go',
    'model thought:A file. text:I look. call:read_file{"path":"main.go"}',
    'user response:read_file{"result":"package main"}',
    'model text:[{"role":"assistant","parts":[{"type":"text","content":"Fixed, as',
  ]);
  expect(codesOf(main)).toEqual(['call-failed', 'texts-cut']);
  expect(stepsOf(other)).toEqual([[0, 700]]);
  expect(receipt).toMatchObject({ read: 11, kept: 9, lost: 0 });
  expect(reasonsOf(receipt.dropped)).toEqual({
    'not part of a request: session_start': 1,
    'not part of a request: turn_end': 1,
  });
});
