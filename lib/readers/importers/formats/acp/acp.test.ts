import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { codesOf, entriesOf, readFixture, stepsOf } from '../../testing/session-view';

test('chunks are joined, calls get their results, compactions the size before and after', () => {
  const { format, sessions, receipt } = readFixture('acp/log.jsonl');
  expect(format).toBe('acp');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:-', '3:-', '5:1300', '7:-'], ['usage-summed']],
  ]);
  const [session] = sessions as [Session];
  expect(session.compactions).toMatchObject([
    { step: 2, entry: 4, preTokens: 9_000, postTokens: 1_200 },
  ]);
  expect(session.failedCompactions).toMatchObject([{ reason: 'The summary was empty' }]);
  expect(session.source).toMatchObject({ agent: 'Towns agent', agentVersion: '1.2.0' });
  expect(session.limit).toMatchObject({ tokens: 200_000 });
  expect(entriesOf(session)[3]).toBe('model text:It is Ys.');
});
