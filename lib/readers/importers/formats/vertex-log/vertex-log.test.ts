import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('rows hold requests as JSON or as text, of Gemini and of partners', () => {
  const { format, sessions, receipt } = readFixture('vertex-log/rows.jsonl');
  expect(format).toBe('vertex-log');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:50', '3:64', '5:1048577!'], []],
    ['main', ['1:108'], []],
    ['main', ['1:3'], []],
  ]);
  expect(sessions[0]?.steps[0]).toMatchObject({ cacheRead: 20, time: '2026-07-10T09:00:00.250Z' });
  expect(sessions[0]?.steps[2]).toMatchObject({ limit: 1_048_576 });
});
