import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf, textsOf } from '../../testing/session-view';

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

test('a saved conversation holds both sides of each exchange', () => {
  const { format, sessions } = readFixture('kiro-conversation/saved.json');
  expect(format).toBe('kiro-conversation');
  expect(sessions.map((one) => [one.limit?.tokens, stepsOf(one), textsOf(one)])).toEqual([
    [
      200_000,
      ['1:-', '3:-'],
      [
        'user: do',
        'model: ok | fs_read({"a":1})',
        'user: fs_read → {"result":"res"}',
        'model: fin',
      ],
    ],
  ]);
});
