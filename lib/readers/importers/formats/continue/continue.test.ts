import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { codesOf, entriesOf, readFixture, stepsOf } from '../../testing/session-view';

test('a summary covers everything up to its item; Anthropic’s counts leave the cache out', () => {
  const { format, sessions, receipt } = readFixture('continue/session.json');
  expect(format).toBe('continue');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:1200', '3:1400', '5:-'], []],
  ]);
  expect(sessions[0]?.compactions).toMatchObject([{ step: 2, entry: 4 }]);
  expect(entriesOf(sessions[0] as Session).slice(0, 2)).toEqual([
    'user text:A map of Ys. text:List the towns',
    'model thought:Look it up. call:lookup{"n":0}',
  ]);
});
