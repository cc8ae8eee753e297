import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('each result is a session; a cached one was not counted again', () => {
  const { format, sessions, receipt } = readFixture('promptfoo/results.json');
  expect(format).toBe('promptfoo');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:30'], []],
    ['main', ['1:-'], []],
    ['main', ['1:130000!'], []],
  ]);
});
