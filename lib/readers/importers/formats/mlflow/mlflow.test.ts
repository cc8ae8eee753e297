import { expect, test } from 'vitest';
import { fixtureText } from '../../testing/fixture-files';
import { readTrace } from '../../testing/read-trace';
import {
  codesOf,
  laneOf,
  readFixture,
  reasonsOf,
  stepsOf,
  textsOf,
} from '../../testing/session-view';

test('a trace: its model calls, with the session that its metadata name', () => {
  const trace = readFixture('mlflow/trace.json');
  const session = laneOf(trace, 'chat-9', 'predict');
  expect(session.model).toBe('gpt-4.1-2025-04-14');
  expect(session.steps).toMatchObject([
    { entries: 1, real: 60, output: 14, time: '2026-01-01T10:00:01.000Z' },
    { entries: 3, real: 95, output: 5, cacheRead: 64, time: '2026-01-01T10:00:03.000Z' },
  ]);
  expect(textsOf(session)).toEqual([
    'user: Where is a.md?',
    'model: find({"name":"a.md"})',
    'user: find → {"result":"docs/a.md"}',
    'model: In docs.',
  ]);
  expect(session.prefix).toMatchObject({
    system: [{ text: 'Be brief.' }],
    tools: [{ name: 'find', description: 'Finds a file.' }],
  });
  expect(trace.receipt).toMatchObject({ read: 4, kept: 2, remarks: [] });
  expect(reasonsOf(trace.receipt.dropped)).toEqual({
    'span of type AGENT': 1,
    'span of type TOOL': 1,
  });
});

test('a list: rows, artifacts and older schemas; each usage by its provider’s rule', () => {
  const trace = readFixture('mlflow/traces.json');
  const anthropic = laneOf(trace, 'tr-2');
  // Its input_tokens leave the cache out.
  expect(anthropic.steps).toMatchObject([
    { real: 912, output: 4, cacheRead: 900, lengthStop: true },
  ]);
  expect(textsOf(anthropic)).toEqual(['user: Name a river.', 'model: The Lys.']);
  expect(anthropic.prefix).toMatchObject({
    system: [{ text: 'Be brief.' }],
    tools: [{ name: 'find' }],
  });
  expect(laneOf(trace, 'tr-3').steps).toMatchObject([
    { real: 130250, rejected: true, limit: 128000 },
  ]);
  const langchain = laneOf(trace, 'chat-4');
  expect(stepsOf(langchain)).toEqual([[1, null]]);
  expect(textsOf(langchain)).toEqual(['user: Hi', 'model: Hello']);
  expect(textsOf(laneOf(trace, 'chat-5'))).toEqual(['user: Old?', 'model: Yes.']);
  expect(stepsOf(laneOf(trace, 'chat-5'))).toEqual([[1, 5]]);
  const numbers = laneOf(trace, 'tr-6');
  expect(stepsOf(numbers)).toEqual([[0, 63]]);
  expect(codesOf(numbers)).toEqual(['text-not-recorded']);
  expect(numbers.model).toBe('Qwen3-Next');
  expect(trace.receipt).toMatchObject({
    read: 5,
    kept: 5,
    remarks: ['Without token usage: 2 spans of a model call.'],
  });
});

test('traces may be lines', () => {
  const traces = JSON.parse(fixtureText('mlflow/traces.json')) as readonly unknown[];
  const read = readTrace(traces.map((trace) => JSON.stringify(trace)).join('\n'));
  expect(read).toMatchObject({ ok: true, value: { format: 'mlflow', receipt: { kept: 5 } } });
});

test('a span of a model call with neither text nor usage is no call', () => {
  const attributes = { 'mlflow.spanType': '"LLM"', 'mlflow.traceRequestId': '"tr-7"' };
  const trace = { data: { spans: [{ span_id: 'a', trace_id: 'b', attributes }] } };
  const read = readTrace(JSON.stringify(trace), 'json');
  expect(read).toMatchObject({ ok: false, error: { code: 'no-sessions' } });
});
