import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { readTrace } from '../../testing/read-trace';
import { codesOf, entriesOf, readFixture, stepsOf } from '../../testing/session-view';

test('each answer holds the counts of its call, cache and all', () => {
  const { format, sessions, receipt } = readFixture('amp/thread.json');
  expect(format).toBe('amp');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:12303', '3:12404'], []],
  ]);
  expect(sessions[0]?.steps[0]).toMatchObject({ cacheRead: 12_000, cacheWrite: 300 });
  expect(sessions[0]?.limit).toMatchObject({ tokens: 168_000 });
  expect(entriesOf(sessions[0] as Session)[2]).toContain('Ys has many people');
});

test('an older thread counts in its ledger', () => {
  const usage = { toMessageId: 1, model: 'm', tokens: { input: 900, output: 5 } };
  const content = [{ type: 'text', text: 'a' }];
  const messages = [
    { role: 'user', messageId: 0, content },
    { role: 'assistant', messageId: 1, content },
  ];
  const thread = { id: 'T-1', messages, usageLedger: { events: [usage] } };
  const { sessions } = successOf(readTrace(JSON.stringify(thread), 'json'));
  expect(sessions[0]?.steps).toMatchObject([{ real: 900, output: 5, model: 'm' }]);
});
