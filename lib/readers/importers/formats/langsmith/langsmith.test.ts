import { describe, expect, test } from 'vitest';
import {
  codesOf,
  laneOf,
  readFixture,
  reasonsOf,
  stepsOf,
  textsOf,
} from '../../testing/session-view';
import { fixtureText } from '../../testing/fixture-files';
import { readTrace } from '../../testing/read-trace';

describe('runs as lines', () => {
  const trace = readFixture('langsmith/runs.jsonl');
  const session = laneOf(trace, 'thread-1');

  test('are ordered by time and named by their thread, not by their project', () => {
    // 150 includes its cache (total 162); 30 + 200 read since the total is 235.
    expect(session.steps).toMatchObject([
      { entries: 1, real: 150, output: 12, cacheWrite: 20 },
      { entries: 3, real: 230, output: 5, lengthStop: true },
      { entries: 5, real: 130000, rejected: true, limit: 128000 },
    ]);
    expect(codesOf(session)).toEqual(['usage-relabelled']);
  });

  test('hold LangChain’s messages, the tools in the parameters', () => {
    expect(textsOf(session)).toEqual([
      'user: Search Ghent',
      'model: web({"q":"Ghent"})',
      'user: web → {"result":"A city."}',
      'model: A city.',
      'user: And now?',
    ]);
    expect(session.prefix).toMatchObject({
      system: [{ text: 'Be brief.' }],
      tools: [{ name: 'web', description: 'Web.' }],
    });
  });

  test('of a graph inside the graph are a lane of their own; older usage counts', () => {
    expect(stepsOf(laneOf(trace, 'thread-1', 'researcher'))).toEqual([[1, 11]]);
  });

  test('count on the receipt', () => {
    expect(trace.receipt).toMatchObject({ read: 7, kept: 4 });
    expect(reasonsOf(trace.receipt.merged)).toEqual({ 'repeated run': 1 });
    expect(reasonsOf(trace.receipt.dropped)).toEqual({
      'run of type chain': 1,
      'run of type tool': 1,
    });
  });
});

describe('rows of a bulk export', () => {
  const trace = readFixture('langsmith/bulk.json');

  test('have inputs and outputs as JSON text, and a time in their order', () => {
    const session = laneOf(trace, 'thread-1');
    expect(textsOf(session)).toEqual(['user: Search Ghent', 'model: web({"q":"Ghent"})']);
    expect(session.steps[0]?.time).toBe('2026-06-09T10:00:02.000Z');
  });

  test('may hold a provider’s own request and response', () => {
    const session = laneOf(trace, 'b2');
    expect(stepsOf(session)).toEqual([[1, 44]]);
    expect(textsOf(session)).toEqual(['user: Hi', 'model: Hello']);
    expect(session.prefix.system).toEqual([{ kind: 'text', text: 'Kind.' }]);
    expect(session.steps[0]?.time).toBe('2026-06-09T12:00:00.500Z');
  });
});

test('runs nested in runs are read where they are', () => {
  const trace = readFixture('langsmith/nested.json');
  expect(textsOf(laneOf(trace, 'n0'))).toEqual(['user: Human: Once', 'model: upon']);
  expect(stepsOf(laneOf(trace, 'n0'))).toEqual([[1, 3]]);
  expect(trace.receipt).toMatchObject({ read: 2, kept: 1 });
});

describe('bodies as SDKs send them', () => {
  test('of one request: a run is what was posted and what its patch replaces', () => {
    const trace = readFixture('langsmith/body.json');
    const session = laneOf(trace, 'thread-2');
    expect(session.steps).toMatchObject([{ entries: 1, real: 150, output: 12, cacheRead: 100 }]);
    expect(textsOf(session)).toEqual(['user: Search Ghent', 'model: web({"q":"Ghent"})']);
    expect(session.prefix).toMatchObject({
      system: [{ text: 'Be brief.' }],
      tools: [{ name: 'web' }],
    });
    expect(trace.receipt).toMatchObject({ read: 5, kept: 1, lost: 0 });
    expect(reasonsOf(trace.receipt.merged)).toEqual({ 'the update of a run': 2 });
    expect(reasonsOf(trace.receipt.dropped)).toEqual({
      'run of type tool': 1,
      'run of type chain': 1,
    });
  });

  test('of several: updates reach their run across bodies and in any order', () => {
    const trace = readFixture('langsmith/bodies.json');
    const session = laneOf(trace, 'thread-2');
    expect(stepsOf(session)).toEqual([
      [1, 150],
      [3, 190],
    ]);
    expect(textsOf(session)).toEqual([
      'user: Search Ghent',
      'model: web({"q":"Ghent"})',
      'user: web → {"result":"A city."}',
      'model: A city.',
    ]);
    expect(session.model).toBe('gpt-4o');
    expect(trace.receipt).toMatchObject({ read: 9, kept: 2 });
    expect(reasonsOf(trace.receipt.merged)).toEqual({ 'the update of a run': 4 });
    expect(trace.receipt.dropped.filter(({ lost }) => lost)).toMatchObject([
      { reason: 'the update of a run that is not in the file', at: ['$[2].patch[1]'] },
    ]);
  });

  test('may be lines', () => {
    const bodies = JSON.parse(fixtureText('langsmith/bodies.json')) as readonly unknown[];
    const read = readTrace(bodies.map((body) => JSON.stringify(body)).join('\n'));
    expect(read).toMatchObject({ ok: true, value: { receipt: { read: 9, kept: 2, lost: 1 } } });
  });

  test('a posted run without its update has no usage, an update that is a whole run is read', () => {
    const run = {
      ...{ id: 'u1', trace_id: 'u1', dotted_order: '20260609T100000000000Zu1', run_type: 'llm' },
      inputs: { messages: [{ role: 'user', content: 'Hi' }] },
    };
    const usage = { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 };
    const patch = { ...run, id: 'u2', trace_id: 'u2', outputs: { choices: [], usage } };
    const body = { post: [{ ...run, end_time: null }], patch: [patch] };
    const read = readTrace(JSON.stringify(body), 'json');
    if (!read.ok) throw new Error(read.error.message);
    expect(read.value.format).toBe('langsmith');
    expect(read.value.sessions.map(stepsOf)).toEqual([[[1, null]], [[1, 7]]]);
  });
});
