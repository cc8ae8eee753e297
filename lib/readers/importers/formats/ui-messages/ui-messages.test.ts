import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { readTrace } from '../../testing/read-trace';
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

test.each([
  [
    'older.json',
    ['1:-', '3:-', '5:-'],
    'user response:weather{"result":{"deg":3}} response:weather{"result":{"deg":20}}',
  ],
  ['sent.json', ['1:-', '3:-'], 'user response:f{"result":{"k":1}} response:g{"result":"bad"}'],
])('calls and results beside a text, and messages as they are sent: %s', (file, steps, results) => {
  const { format, sessions, receipt } = readFixture(`ui-messages/${file}`);
  expect(format).toBe('ui-messages');
  expect(receipt.lost).toBe(0);
  expect(sessions.map(stepsOf)).toEqual([steps]);
  const [first, , answer] = entriesOf(sessions[0] as Session);
  expect([first?.includes('inline:image/png:70'), answer]).toEqual([true, results]);
});

test.each([
  ['version 6', { usage: { inputTokens: 900, inputTokenDetails: { cacheReadTokens: 800 } } }],
  ['a provider', { usage: { inputTokens: { total: 900, cacheRead: 800 }, outputTokens: {} } }],
  ['no name of its own', { inputTokens: 900, cachedInputTokens: 800 }],
])('counts in the words of %s', (_, metadata) => {
  const parts = [{ type: 'text', text: 'a' }];
  const messages = [
    { id: 'u', role: 'user', parts },
    { id: 'a', role: 'assistant', parts, metadata },
  ];
  const { sessions } = successOf(readTrace(JSON.stringify({ messages }), 'json'));
  expect(sessions[0]?.steps[0]).toMatchObject({ real: 900, cacheRead: 800 });
});
