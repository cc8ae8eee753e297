import { expect, test } from 'vitest';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { readTrace } from '../../testing/read-trace';

test('payloads: counts with the cache in, failures as steps, other calls dropped', () => {
  const { sessions, receipt } = readFixture('litellm/payloads.jsonl');
  expect(receipt).toMatchObject({
    read: 5,
    kept: 4,
    dropped: [{ reason: 'not a request for text', records: 1, at: [2] }],
  });
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(sessions).toHaveLength(1);
  expect(session.source.sessionId).toBe('job-7');
  expect(stepsOf(session)).toEqual([
    [1, 60],
    [3, null], // rate limited
    [3, 90],
    [5, 210000], // ContextWindowExceededError
  ]);
  expect(session.steps[1]?.usage).toBeNull();
  expect(session.steps[2]).toMatchObject({ lengthStop: true, output: 5 });
  expect(session.steps[3]).toMatchObject({ rejected: true, limit: 200000 });
  expect(new Set(session.steps.map(({ model }) => model))).toEqual(new Set(['claude-sonnet-4-5']));
  expect(session.prefix.tools).toHaveLength(1);
  expect(entriesOf(session)).toHaveLength(5);
});

test('spend logs: bodies as JSON text; rows without prompts are dropped', () => {
  const { sessions, receipt } = readFixture('litellm/spend-logs.json');
  expect(receipt.dropped).toEqual([
    { reason: 'the request’s messages are not recorded', records: 1, at: ['$[1]'], lost: true },
  ]);
  expect(sessions.map((session) => [stepsOf(session), entriesOf(session)])).toEqual([
    [[[1, 20]], ['user text:Ready?', 'model text:Yes.']],
  ]);
  expect(sessions[0]?.prefix.tools).toHaveLength(1);
  // Session ids are new for every row unless a client sets them.
  expect(sessions[0]?.source.sessionId).toBe('call $[0]');
});

test('text that LiteLLM left out on request is reported', () => {
  const record = {
    call_type: 'completion',
    model: 'gpt-5',
    startTime: 1767600000,
    prompt_tokens: 900,
    completion_tokens: 1,
    messages: [{ role: 'user', content: 'redacted-by-litellm' }],
    response: { choices: [{ message: { content: 'redacted-by-litellm' } }] },
  };
  const read = readTrace(JSON.stringify(record), 'jsonl');
  const [session] = read.ok ? read.value.sessions : [];
  expect(session && stepsOf(session)).toEqual([[1, 900]]);
  expect(session?.notices.map(({ code }) => code)).toEqual(['content-redacted']);
});
