import { expect, test } from 'vitest';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { readTrace } from '../../testing/read-trace';

test('a result without request bodies: what the steps said, the first prompt unknown', () => {
  const { sessions } = readFixture('vercel-ai-sdk/result.json');
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(sessions).toHaveLength(1);
  expect(stepsOf(session)).toEqual([
    [0, 4 + 300 + 50], // version 5 leaves Anthropic's cache out
    [2, 6 + 30 + 350], // Anthropic's own record
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
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(stepsOf(session)).toEqual([
    [1, 80],
    [3, 110],
  ]);
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
  expect(read.ok && read.value.sessions.map(stepsOf)).toEqual([
    [
      [0, 70],
      [1, 70],
    ],
    [[0, 70]],
  ]);
});
