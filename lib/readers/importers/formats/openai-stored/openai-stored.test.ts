import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('a response continues the one that it names; an object without input items says so', () => {
  const { format, sessions, receipt } = readFixture('openai-stored/stored.jsonl');
  expect(format).toBe('openai-stored');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:120', '3:180', '4:210'], ['request-missing']],
    ['main', ['1:31'], []],
    ['main', ['1:!'], []],
  ]);
  expect(sessions[0]?.steps[1]).toMatchObject({ cacheRead: 128, output: 7 });
  expect(sessions[0]?.prefix.tools).toHaveLength(1);
  expect(sessions[1]?.source.sessionId).toBe('s9');
});

test('a page of completions', () => {
  const { format, sessions, receipt } = readFixture('openai-stored/completions.json');
  expect(format).toBe('openai-stored');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:31'], []],
  ]);
});
