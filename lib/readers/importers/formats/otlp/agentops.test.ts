import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { readFixture, stepsOf, textsOf } from '../../testing/session-view';

test('spans of a trace are its calls, with the counts of each', () => {
  const { format, sessions, receipt } = readFixture('agentops/trace.json');
  expect(format).toBe('agentops');
  expect(receipt).toMatchObject({ read: 4, kept: 2, lost: 0 });
  const session = sessions[0] as Session;
  expect(stepsOf(session)).toEqual(['1:900', '3:1100']);
  expect(textsOf(session)).toEqual([
    'user: List the towns.',
    'model: lookup({"n":0})',
    'user: lookup → {"result":"Ys"}',
    'model: Ys.',
  ]);
  expect(session.prefix).toMatchObject({ system: [{ text: 'A map of Ys.' }] });
});
