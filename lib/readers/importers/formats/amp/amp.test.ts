import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
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
