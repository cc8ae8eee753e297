import { expect, test } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import type { Session } from '@/lib/engine/session/schema';
import { fixtureText } from '../../testing/fixture-files';
import { readTrace } from '../../testing/read-trace';
import { codesOf, entriesOf, readFixture, reasonsOf, stepsOf } from '../../testing/session-view';

test('Converse, InvokeModel and their streams are calls; what the cache gave and took is counted once', () => {
  const { format, sessions, receipt } = readFixture('bedrock/invocations.jsonl');
  expect(format).toBe('bedrock');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main/counts', ['0:7500'], ['counts-only']],
    ['main', ['1:1200', '3:1240', '5:212345!'], []],
    ['main', ['1:43', '3:54'], []],
    ['main', ['1:5'], []],
  ]);
  expect(sessions[1]?.steps[0]).toMatchObject({ cacheWrite: 1_000, output: 20 });
  expect(sessions[1]?.steps[2]).toMatchObject({ limit: 200_000 });
  expect(entriesOf(sessions[1] as Session)[2]).toBe(
    'user response:lookup{"result":{"towns":["Ys","Ker"]}}',
  );
  expect(reasonsOf(receipt.dropped)).toEqual({
    'an embedding, no model call': 1,
    'a failed call without a request': 1,
  });
});

test('events of CloudWatch hold the same records', () => {
  const { format, sessions, receipt } = readFixture('bedrock/cloudwatch.json');
  expect(format).toBe('bedrock');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:43', '3:54'], []],
  ]);
});

test('rows that a query of Logs Insights answers with hold the same records', () => {
  const { events } = JSON.parse(fixtureText('bedrock/cloudwatch.json')) as {
    readonly events: readonly { readonly message: string }[];
  };
  const results = events.map(({ message }) => [
    { field: '@timestamp', value: '2026-07-10 09:00:03.000' },
    { field: '@message', value: message },
  ]);
  const read = successOf(readTrace(JSON.stringify({ results, status: 'Complete' }), 'json'));
  expect(read.format).toBe('bedrock');
  expect(read.sessions.map(stepsOf)).toEqual([['1:43', '3:54']]);
});
