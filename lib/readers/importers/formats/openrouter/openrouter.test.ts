import { expect, test } from 'vitest';
import { codesOf, readFixture, reasonsOf, stepsOf } from '../../testing/session-view';

test('generations are sessions of numbers, in order of time', () => {
  const { format, sessions, receipt } = readFixture('openrouter/generations.jsonl');
  expect(format).toBe('openrouter');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['0:1300', '0:1400'], ['counts-only']],
  ]);
  expect(sessions[0]?.steps[1]).toMatchObject({ cacheRead: 128, output: 25, lengthStop: true });
  expect(reasonsOf(receipt.dropped)).toEqual({ 'a call that was not counted': 1 });
});
