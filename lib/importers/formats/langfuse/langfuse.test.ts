import { describe, expect, test } from 'vitest';
import { readRecords } from '../../testing/read-trace';
import {
  codesOf,
  laneOf,
  readFixture,
  reasonsOf,
  stepsOf,
  textsOf,
} from '../../testing/session-view';

describe('the download of the user interface', () => {
  const trace = readFixture('langfuse/download.json');
  const session = laneOf(trace, 'chat-1', 'planner');

  test('has the generations of an agent as steps, buckets and rejections read', () => {
    // 120 by the inner generation; 170 − 6 − 4 of output; the error's own numbers.
    expect(session.steps).toMatchObject([
      { entries: 1, real: 120, rejected: false },
      { entries: 3, real: 160, output: 10, cacheWrite: 10 },
      { entries: 5, real: 130000, rejected: true, limit: 128000 },
    ]);
    expect(codesOf(session)).toEqual([]);
  });

  test('takes the messages of the wrapper where the inner generation has printed text', () => {
    expect(textsOf(session)).toEqual([
      'user: A trip',
      'model: find({"city":"Ghent"})',
      'user: find → {"result":"A castle."}',
      'model: Visit it.',
      'user: More',
    ]);
    expect(session.prefix).toMatchObject({
      system: [{ text: 'Plan.' }],
      tools: [{ name: 'find' }],
    });
  });

  test('keeps a generation outside the agent apart', () => {
    expect(stepsOf(laneOf(trace, 'chat-1'))).toEqual([[1, 8]]);
  });

  test('accounts for every observation', () => {
    expect(trace.receipt).toMatchObject({ read: 9, kept: 4 });
    expect(reasonsOf(trace.receipt.merged)).toEqual({ 'same model call as a span inside it': 1 });
    expect(reasonsOf(trace.receipt.dropped)).toEqual({
      'no generation': 3,
      'generation without request and usage': 1,
    });
  });
});

describe('the API’s trace', () => {
  const trace = readFixture('langfuse/api.json');

  test('holds the whole request where Google ADK made it', () => {
    const session = laneOf(trace, 'tr2');
    expect(session.steps).toMatchObject([{ entries: 1, real: 28, output: 3, lengthStop: true }]);
    expect(textsOf(session)).toEqual(['user: A room', 'model: Booked.']);
    expect(session.prefix).toMatchObject({
      system: [{ text: 'Book.' }],
      tools: [{ name: 'book' }],
    });
    expect(session.source.agent).toBe('Google ADK');
  });

  test('chains requests with only the last message logged, with a notice', () => {
    const session = laneOf(trace, 'tr3');
    expect(stepsOf(session)).toEqual([
      [1, 19],
      [3, 5],
    ]);
    expect(textsOf(session)).toEqual([
      'user: Weather?',
      'model: look({})',
      'user: Sure?',
      'model: Grey.',
    ]);
    expect(codesOf(session)).toEqual(['last-message-only']);
  });
});

describe('a batch export', () => {
  const trace = readFixture('langfuse/batch.jsonl');

  test('takes definitions among the messages for what they are', () => {
    const session = laneOf(trace, 'batch-1');
    expect(textsOf(session)).toEqual(['user: Search', 'model: web({})']);
    expect(session.prefix.tools).toEqual([
      { name: 'web', description: 'Web.', schema: { type: 'object' } },
    ]);
    expect(stepsOf(session)).toEqual([[1, 60]]);
  });

  test('reads instructions and tools that a response repeats', () => {
    const session = trace.sessions.find(({ model }) => model === 'gpt-4.1');
    expect(session && stepsOf(session)).toEqual([[3, 85]]);
    expect(session?.prefix).toMatchObject({
      system: [{ text: 'Help.' }],
      tools: [{ name: 'web' }],
    });
  });

  test('counts an observation once', () => {
    expect(trace.receipt).toMatchObject({ read: 4, kept: 2 });
    expect(reasonsOf(trace.receipt.merged)).toEqual({ 'repeated observation': 1 });
  });
});

const generation = (fields: Readonly<Record<string, string | number | object>>): object => ({
  ...{ id: 'g', traceId: 't', type: 'GENERATION', startTime: '2026-06-09T10:00:00Z' },
  ...{ name: 'chat', input: [{ role: 'user', content: 'Hi' }], ...fields },
});

test('the provider’s own count in the response goes before Langfuse’s', () => {
  const output = { choices: [], usage: { prompt_tokens: 663, completion_tokens: 5 } };
  const row = generation({ output, usageDetails: { input: 1568, output: 5, total: 1573 } });
  const read = readRecords([[JSON.parse(JSON.stringify(row)) as never, 1]], 'jsonl');
  if (!read.ok) throw new Error(read.error.message);
  const [session] = read.value.sessions;
  expect(session?.steps.map(({ real }) => real)).toEqual([663]);
  expect(session && codesOf(session)).toEqual(['usage-estimated']);
});

test.each([
  [{ usage: { input: 12, output: 3, total: 15, unit: 'TOKENS' } }, 12],
  [{ promptTokens: 9, completionTokens: 1, totalTokens: 10 }, 9],
  [{ usageDetails: {} }, null],
])('older usage records: %j', (fields, real) => {
  const row = JSON.parse(JSON.stringify(generation(fields))) as never;
  const read = readRecords([[row, 1]], 'jsonl');
  expect(read.ok && read.value.sessions[0]?.steps[0]?.real).toBe(real);
});

test('a trace without generations has no session', () => {
  const trace = { id: 't', projectId: 'p', observations: [] };
  expect(readRecords([[trace, '$']], 'json')).toMatchObject({
    ok: false,
    error: { code: 'no-sessions' },
  });
});
