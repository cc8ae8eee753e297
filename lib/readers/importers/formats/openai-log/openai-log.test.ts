import { expect, test } from 'vitest';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { readTrace } from '../../testing/read-trace';

test('a proxy’s Chat Completions: bodies as objects, text and streams, errors and orphans as steps', () => {
  const { sessions, receipt } = readFixture('openai-log/chat.jsonl');
  expect(receipt).toMatchObject({
    read: 6,
    kept: 5,
    dropped: [{ reason: 'an embedding, no model call', records: 1, at: [2] }],
  });
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(sessions).toHaveLength(1);
  expect(stepsOf(session)).toEqual([
    [1, 80],
    [3, 104],
    [5, null], // 429
    [5, 130250], // context_length_exceeded
    [5, null], // no response
  ]);
  expect(session.steps[3]).toMatchObject({ rejected: true, reported: false, limit: 128000 });
  expect(session.steps.map(({ output }) => output)).toEqual([
    12,
    9,
    undefined,
    undefined,
    undefined,
  ]);
  expect(new Set(session.steps.map(({ model }) => model))).toEqual(new Set(['gpt-4o-2024-08-06']));
  expect(session.steps[0]?.time).toBe('2026-01-01T00:00:00.250Z');
  expect(entriesOf(session)).toEqual([
    'user text:Where is the bug?',
    'model call:grep{"q":"bug"}',
    'user response:grep{"result":"a.ts:12: // bug"}',
    'model text:In a.ts, line 12.',
    'user text:Fix what this shows. inline:image/png:8',
  ]);
  expect(session.prefix.system).toEqual([{ kind: 'text', text: 'You are a careful engineer.' }]);
  expect(session.prefix.tools).toHaveLength(1);
});

test('requests beside their responses; a gateway whose counts leave the cache out', () => {
  const { sessions, receipt } = readFixture('openai-log/flat.json');
  expect(receipt.dropped).toEqual([
    { reason: 'not a request with its response', records: 1, at: ['$[2]'], lost: true },
  ]);
  expect(sessions.map(stepsOf)).toEqual([
    [
      [1, 91 + 8576],
      [3, 8700],
    ],
  ]);
  expect(sessions[0]?.steps[0]).toMatchObject({ lengthStop: true, output: 76 });
  expect(sessions[0]?.notices.map(({ code }) => code)).toEqual(['usage-relabelled']);
  expect(sessions[0]?.steps[0]?.time).toBe('2026-01-02T10:00:00.000Z');
  // Reasoning that the next request does not repeat is not part of it.
  expect(sessions[0] && entriesOf(sessions[0])[1]).toBe('model text:1, 2');
});

test('Responses: deltas chain by the response they name, a compaction item restarts the context', () => {
  const { sessions } = readFixture('openai-log/responses.jsonl');
  const [session] = sessions;
  if (!session) throw new Error('no session');
  expect(sessions).toHaveLength(1);
  expect(stepsOf(session)).toEqual([
    [1, 120],
    [3, 150],
    [6, 170],
    [7, 90],
  ]);
  expect(entriesOf(session)).toEqual([
    'user text:What is here?',
    'model call:ls{}',
    'user response:ls{"result":"readme.md"}',
    'model text:A readme.',
    'user text:Be exact.',
    'user text:How long is it?',
    'model text:Two lines.',
    'model text:The same.',
  ]);
  expect(session.prefix.system).toEqual([{ kind: 'text', text: 'Answer in one line.' }]);
  expect(session.compactions).toMatchObject([
    { entry: 7, step: 3, kind: 'summary', trigger: 'auto', kept: [] },
  ]);
  expect(session.notices).toEqual([]);
});

test('LLM Interceptor: requests, chunks and responses are records of their own', () => {
  const { sessions, receipt } = readFixture('openai-log/interceptor.jsonl');
  expect(receipt).toMatchObject({
    read: 9,
    kept: 3,
    merged: [{ reason: 'the response to a request before', records: 5 }],
    dropped: [{ reason: 'a response without its request', records: 1, at: [8] }],
  });
  expect(sessions.map((session) => [session.source.sessionId, stepsOf(session)])).toEqual([
    [
      's-77',
      [
        [1, 30],
        [3, 55],
        [5, null],
      ],
    ],
  ]);
});

test('a delta whose beginning is not in the log begins a session', () => {
  const usage = { input_tokens: 900, output_tokens: 1, total_tokens: 901 };
  const record = {
    request: { model: 'gpt-5', input: 'Go on.', previous_response_id: 'resp_lost' },
    response: { id: 'resp_1', object: 'response', model: 'gpt-5', output: [], usage },
  };
  const read = readTrace(JSON.stringify(record), 'jsonl');
  expect(read.ok && read.value.sessions.map(stepsOf)).toEqual([[[1, 900]]]);
});
