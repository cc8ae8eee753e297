import { expect, test } from 'vitest';
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
