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

test('instructions stand beside the system prompt, and repeating them is no change', () => {
  const { sessions } = readFixture('pydantic-ai/instructions.json');
  expect(sessions.map((one) => [stepsOf(one), codesOf(one)])).toEqual([[['1:520', '3:600'], []]]);
  const [session] = sessions as [Session];
  expect(session.prefix.system?.map((part) => 'text' in part && part.text)).toEqual([
    'Be short',
    'Answer in French',
  ]);
  expect(entriesOf(session)[0]).toBe('user text:Look inline:image/png:70 inline:image/*:0');
});
