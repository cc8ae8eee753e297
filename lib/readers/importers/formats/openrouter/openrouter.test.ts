import { expect, test } from 'vitest';
import { codesOf, readFixture, reasonsOf, stepsOf } from '../../testing/session-view';
import { fixtureText } from '../../testing/fixture-files';
import { readPlain } from '../../testing/read-trace';
import { successOf } from '@/lib/engine/base/testing/success-of';

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

test('the table of its activity: an application a session, quoted cells and all', () => {
  const { format, sessions, receipt } = successOf(
    readPlain(fixtureText('openrouter/activity.csv')),
  );
  expect(format).toBe('openrouter');
  expect(sessions.map((one) => [one.source.sessionId, stepsOf(one)])).toEqual([
    ['My "app", v2', ['0:100', '0:150']],
    ['cli', ['0:7']],
  ]);
  expect(sessions[0]?.steps[1]).toMatchObject({ lengthStop: true, output: 250 });
  expect(receipt).toMatchObject({ kept: 3, lost: 0 });
});
