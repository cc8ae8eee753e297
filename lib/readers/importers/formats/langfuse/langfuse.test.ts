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
  [{ usage: { input: 12, output: 3, total: 15, unit: 'CHARACTERS' } }, null],
  [{ usage: { input: 12, output: 3, total: 15, unit: null } }, 12],
  [{ promptTokens: 9, completionTokens: 1, totalTokens: 10, unit: 'SECONDS' }, null],
  [{ promptTokens: 9, completionTokens: 1, totalTokens: 10 }, 9],
  [{ usageDetails: { input: 4, output: 1, cache_read_input_tokens: 90 } }, 94],
  [{ usageDetails: { input: 4, output: 1, cache_creation_input_tokens: 70, total: 75 } }, 74],
  [{ usageDetails: {} }, null],
  // Newer exports count beside the buckets: https://langfuse.com/docs/api-and-data-platform/features/public-api
  [{ inputUsage: 631, outputUsage: 25, totalUsage: 656 }, 631],
  [{ inputUsage: 631, outputUsage: 25, totalUsage: 656, usageDetails: {} }, 631],
  [{ inputUsage: 600, outputUsage: 25, totalUsage: 656 }, 631],
  [{ inputUsage: 631, outputUsage: 25 }, 631],
  [{ input_usage: 631, output_usage: 25, total_usage: 656 }, 631],
  [{ inputUsage: 0, outputUsage: 0, totalUsage: 0 }, null],
  [{ inputUsage: 631, usage: { input: 0, output: 0, total: 0, unit: 'TOKENS' } }, 631],
  [{ inputUsage: 0, usageDetails: { input: 631, output: 25, total: 656 } }, 631],
  [{ inputUsage: 631, outputUsage: 25, promptTokens: 0, completionTokens: 0 }, 631],
])('usage records of every age: %j', (fields, real) => {
  const row = JSON.parse(JSON.stringify(generation(fields))) as never;
  const read = readRecords([[row, 1]], 'jsonl');
  expect(read.ok && read.value.sessions[0]?.steps[0]?.real).toBe(real);
});

test('a request that grew is not compacted, whatever it leaves out', () => {
  const message = (role: string, content: string): object => ({ role, content });
  const long = 'x'.repeat(400);
  const rows = [
    {
      usage: 25,
      input: [
        message('user', long),
        message('assistant', long),
        message('user', 'c'),
        message('assistant', 'd'),
      ],
    },
    { usage: 631, input: [message('user', 'summary'), message('user', 'go on')] },
  ].map(({ usage, input }, i) => ({
    ...generation({ input, inputUsage: usage, outputUsage: 1, totalUsage: usage + 1 }),
    ...{ id: `g${i}`, startTime: `2026-06-09T10:00:0${i}Z`, output: message('assistant', 'ok') },
  }));
  const placed = rows.map((row, i) => [JSON.parse(JSON.stringify(row)) as never, i] as const);
  const read = readRecords(placed, 'jsonl');
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.sessions.flatMap(({ compactions }) => compactions)).toEqual([]);
  expect(read.value.sessions.flatMap(({ steps }) => steps.map(({ real }) => real))).toEqual([
    25, 631,
  ]);
});

test('a trace without generations has no session', () => {
  const trace = { id: 't', projectId: 'p', observations: [] };
  expect(readRecords([[trace, '$']], 'json')).toMatchObject({
    ok: false,
    error: { code: 'no-sessions' },
  });
});
