import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('a compaction stands between its messages; nothing is counted', () => {
  const { format, sessions, receipt } = readFixture('kiro/session.jsonl');
  expect(format).toBe('kiro');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '3:-', '5:-'], ['usage-missing']],
  ]);
  expect(sessions[0]?.compactions).toMatchObject([
    { step: 2, entry: 4, summary: [{ kind: 'text', text: 'The town is Ys.' }] },
  ]);
});
