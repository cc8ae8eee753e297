import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('calls of providers’ clients are steps; the summary has the counts that a stream lacks', () => {
  const { format, sessions, receipt } = readFixture('weave/calls.jsonl');
  expect(format).toBe('weave');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:1200', '3:1520'], []],
    ['main', ['1:209'], []],
  ]);
  expect(sessions[0]?.source.sessionId).toBe('th9');
});
