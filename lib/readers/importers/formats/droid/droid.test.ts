import { expect, test } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { readTrace } from '../../testing/read-trace';
import { fixtureText } from '../../testing/fixture-files';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('a compaction keeps what follows its anchor', () => {
  const { format, sessions, receipt } = readFixture('droid/session.jsonl');
  expect(format).toBe('droid');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '3:-', '5:-'], ['usage-missing']],
  ]);
  expect(sessions[0]?.compactions).toMatchObject([
    { step: 2, entry: 5, kept: [[4, 5]], summary: [{ kind: 'text', text: 'The town is Ys.' }] },
  ]);
  expect(sessions[0]?.source.sessionId).toBe('11111111-2222');
});

test('a line whose type is an object is lost, and said', () => {
  const text = `${fixtureText('droid/session.jsonl').trimEnd()}\n{"type":{"x":1}}\n`;
  const { receipt } = successOf(readTrace(text, 'jsonl'));
  expect(receipt.dropped.filter(({ lost }) => lost)).toMatchObject([
    { reason: 'not a line of a session', records: 1 },
  ]);
});
