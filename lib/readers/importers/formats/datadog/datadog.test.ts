import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { codesOf, entriesOf, readFixture, stepsOf } from '../../testing/session-view';

test('spans of model calls are steps; results of tools stand under their calls', () => {
  const { format, sessions, receipt } = readFixture('datadog/export.json');
  expect(format).toBe('datadog');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:1200', '3:1520'], []],
  ]);
  expect(sessions[0]?.source.sessionId).toBe('sess-1');
  expect(sessions[0]?.steps[0]?.time).toBe('2026-07-10T09:00:00.000Z');
  expect(entriesOf(sessions[0] as Session)[2]).toContain('response:lookup{"result":"Ys has');
});

test('a payload of an SDK', () => {
  const { format, sessions, receipt } = readFixture('datadog/payload.jsonl');
  expect(format).toBe('datadog');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:130000!'], []],
  ]);
  expect(sessions[0]?.steps[0]).toMatchObject({ limit: 128_000 });
});
