import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('a message holds a call and its result', () => {
  const { format, sessions, receipt } = readFixture('mastra/messages.json');
  expect(format).toBe('mastra');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '3:-', '5:300'], []],
  ]);
  expect(sessions[0]?.source).toMatchObject({ sessionId: 'th1', agent: 'Mastra' });
});
