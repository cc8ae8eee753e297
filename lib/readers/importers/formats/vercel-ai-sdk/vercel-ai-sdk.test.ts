import { expect, test } from 'vitest';
import { entriesOf, readFixture, stepsOf } from '../../testing/session-view';
import { readTrace } from '../../testing/read-trace';
import { onlyOne } from '@/lib/engine/base/testing/only-one';

test('a result without request bodies: what the steps said, the first prompt unknown', () => {
  const { sessions } = readFixture('vercel-ai-sdk/result.json');
  const session = onlyOne(sessions);
  expect(stepsOf(session)).toEqual([
    '0:354', // version 5 leaves Anthropic's cache out
    '2:386', // Anthropic's own record
  ]);
  expect(session.steps[1]).toMatchObject({ lengthStop: true, output: 5, cacheWrite: 30 });
  expect(entriesOf(session)).toEqual([
    'model call:weather{"city":"Oslo"}',
    'user response:weather{"result":{"rain":true}}',
    'model text:It rains.',
  ]);
  expect(session.prefix).toEqual({ system: null, tools: null });
  expect(session.notices[0]).toMatchObject({ code: 'request-missing', times: 2 });
});

test('steps with their bodies: the whole request, version 6’s counts', () => {
  const { sessions, receipt } = readFixture('vercel-ai-sdk/steps.jsonl');
  expect(receipt).toMatchObject({ kept: 2, dropped: [{ reason: 'not a step', at: [3] }] });
  const session = onlyOne(sessions);
  expect(stepsOf(session)).toEqual(['1:80', '3:110']);
  expect(session.prefix).toMatchObject({
    system: [{ kind: 'text', text: 'Be brief.' }],
    tools: [{ name: 'weather' }],
  });
  expect(entriesOf(session).at(-1)).toBe('model text:It rains.');
});

test('two results in one file are two sessions; version 4’s counts', () => {
  const step = (text: string) => ({
    text,
    toolCalls: [],
    toolResults: [],
    finishReason: 'stop',
    usage: { promptTokens: 70, completionTokens: 3, totalTokens: 73 },
    response: { id: text, modelId: 'gpt-4o' },
  });
  const results = [{ steps: [step('a'), step('b')] }, { steps: [step('c')] }];
  const read = readTrace(JSON.stringify(results), 'json');
  expect(read.ok && read.value.sessions.map(stepsOf)).toEqual([['0:70', '1:70'], ['0:70']]);
});
