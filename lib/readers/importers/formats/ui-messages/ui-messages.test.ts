import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { codesOf, entriesOf, readFixture, stepsOf } from '../../testing/session-view';

test('an answer holds its steps; counts of several stand for none', () => {
  const { format, sessions, receipt } = readFixture('ui-messages/chat.json');
  expect(format).toBe('ui-messages');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '3:-', '5:420'], ['usage-summed']],
  ]);
  const [session] = sessions as [Session];
  expect(session.steps[2]).toMatchObject({ cacheRead: 256 });
  expect(entriesOf(session)[2]).toBe(
    'user response:lookup{"result":{"towns":["Ys"]}} response:far{"result":"No sea"}',
  );
});

test('version 4', () => {
  const { format, sessions, receipt } = readFixture('ui-messages/version-4.jsonl');
  expect(format).toBe('ui-messages');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '3:-'], ['usage-missing']],
  ]);
});
