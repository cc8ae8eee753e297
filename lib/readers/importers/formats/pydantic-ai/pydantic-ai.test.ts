import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { codesOf, entriesOf, readFixture, stepsOf } from '../../testing/session-view';

test('each response is a call, counted with the cache inside; validators’ findings are sent as JSON', () => {
  const { format, sessions, receipt } = readFixture('pydantic-ai/messages.json');
  expect(format).toBe('pydantic-ai');
  expect(receipt.lost).toBe(0);
  expect(sessions.map((one) => [one.source.lane, stepsOf(one), codesOf(one)])).toEqual([
    ['main', ['1:1200', '3:1300', '5:-'], []],
  ]);
  const [session] = sessions as [Session];
  expect(session.steps[0]).toMatchObject({ cacheRead: 1_024, cacheWrite: 100, output: 20 });
  expect(session.steps[1]).toMatchObject({ lengthStop: true });
  expect(session.prefix.system).toEqual([{ kind: 'text', text: 'You list.' }]);
  expect(entriesOf(session)[2]).toContain('not a number');
});
