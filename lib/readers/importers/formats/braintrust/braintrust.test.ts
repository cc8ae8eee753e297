import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('spans of model calls are steps', () => {
  const { format, sessions, receipt } = readFixture('braintrust/spans.jsonl');
  expect(format).toBe('braintrust');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:1200', '3:1520', '5:130001!'], []],
  ]);
  expect(sessions[0]?.steps[0]).toMatchObject({ cacheRead: 1_024 });
  expect(sessions[0]?.steps[1]).toMatchObject({ lengthStop: true });
  expect(sessions[0]?.steps[2]).toMatchObject({ limit: 128_000 });
});
