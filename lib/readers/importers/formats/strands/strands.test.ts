import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('messages in Converse’s words; counts stand in their metadata', () => {
  const { format, sessions, receipt } = readFixture('strands/messages.json');
  expect(format).toBe('strands');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:300', '3:-'], []],
  ]);
});
