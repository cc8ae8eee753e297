import { expect, test } from 'vitest';
import { codesOf, readFixture, stepsOf } from '../../testing/session-view';

test('items that follow each other are one answer; none is counted', () => {
  const { format, sessions, receipt } = readFixture('openai-agents/conversation-items.json');
  expect(format).toBe('openai-agents');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '6:-', '8:-'], ['usage-missing']],
  ]);
  expect(receipt).toMatchObject({ kept: 9, lost: 0 });
});

test('a list of inputs', () => {
  const { format, sessions, receipt } = readFixture('openai-agents/input-list.json');
  expect(format).toBe('openai-agents');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '6:-'], ['usage-missing']],
  ]);
});
