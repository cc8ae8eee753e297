import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json } from '@/lib/engine/session/schema';
import { readRecords, type ReadTrace } from '../../testing/read-trace';
import {
  codesOf,
  laneOf,
  readFixture,
  reasonsOf,
  stepsOf,
  textsOf,
} from '../../testing/session-view';
import { Attributes } from '../../mechanisms/spans/attributes';
import { conventionOf, conventions } from '../../mechanisms/spans/conventions';
import { handPieces, listTree } from '../../document-lists';
import { payloadLists, readSpan } from './payload';
import { successOf } from '@/lib/engine/base/testing/success-of';

const folder = new URL('fixtures/otlp/', import.meta.url);

const fixture = (name: string): ReadTrace => readFixture(`otlp/${name}`);

describe('the GenAI convention on spans', () => {
  const trace = fixture('genai-spans.json');
  const session = laneOf(trace, 'conv-1', 'ops');

  test('orders calls by time; rejected and failed calls and their retry are steps', () => {
    expect(stepsOf(session)).toEqual(['1:120', '3:160', '5:200819!', '5:-', '5:190']);
    expect(session.steps.map(({ rejected, limit }) => [rejected, limit])).toEqual([
      [false, null],
      [false, null],
      [true, 200000],
      [false, null],
      [false, null],
    ]);
    expect(session.steps[1]).toMatchObject({ model: 'gpt-5-2025-08-07', lengthStop: true });
  });

  test('has the messages once, system prompt and tools apart', () => {
    expect(textsOf(session)).toEqual([
      'user: Why does checkout restart?',
      'model: logs({"pod":"checkout"})',
      'user: logs → {"result":"OOMKilled"}',
      'model: It runs out of memory.',
      'user: Fix it.',
      'model: Raised the limit.',
    ]);
    expect(session.prefix.system).toEqual([{ kind: 'text', text: 'You watch the pods.' }]);
    expect(session.prefix.tools?.map((tool) => 'name' in tool && tool.name)).toEqual(['logs']);
    expect(session.source.agent).toBe('OpenTelemetry: shop');
  });

  test('gives the sub-agent a session of its own, linked to its parent', () => {
    expect(laneOf(trace, 'conv-1', 'reader').source.parent).toEqual({
      sessionId: 'conv-1',
      lane: 'ops',
      relation: 'subagent',
    });
  });

  test('adds the cache where a provider reports only the uncached rest', () => {
    const other = laneOf(trace, 'conv-2');
    expect(stepsOf(other)).toEqual(['1:563']);
    expect(codesOf(other)).toEqual(['usage-relabelled']);
  });

  test('counts each span once and names what it leaves out', () => {
    expect(trace.receipt).toMatchObject({ read: 12, kept: 7 });
    expect(reasonsOf(trace.receipt.merged)).toEqual({ 'repeated span': 1 });
    expect(reasonsOf(trace.receipt.dropped)).toEqual({
      'repeats the totals of its model calls': 1,
      'tool span': 1,
      'agent span': 1,
      'not a model call': 1,
    });
  });
});

describe('messages in log records', () => {
  const trace = fixture('genai-logs.jsonl');

  test('are joined to their span, whatever comes first, in order of their own time', () => {
    const session = laneOf(trace, 'conv-3', 'weather');
    expect(textsOf(session)).toEqual([
      'user: Weather?',
      'model: weather({"city":"Ghent"})',
      'user: weather → {"sky":"grey"}',
      'model: Grey.',
    ]);
    expect(stepsOf(session)).toEqual(['1:30', '3:50']);
    expect(session.prefix.system).toEqual([{ kind: 'text', text: 'You are terse.' }]);
    expect(session.source.agent).toBe('Google ADK: shop');
  });

  test('come as JSON text and with tool calls beside the content', () => {
    const session = laneOf(trace, 'conv-4');
    expect(textsOf(session)).toEqual([
      'user: Sum 1 and 2',
      'model: add({"a":1,"b":2})',
      'user: add → {"result":"3"}',
      'model: 3',
    ]);
    expect(session.steps).toMatchObject([{ entries: 3, real: 70, lengthStop: true }]);
  });

  test('are a call of their own where the span is missing', () => {
    const session = laneOf(trace, 'conv-5');
    expect(stepsOf(session)).toEqual(['1:9']);
    expect(codesOf(session)).toEqual(['span-missing']);
  });

  test('count on the receipt', () => {
    expect(trace.receipt).toMatchObject({ read: 20, kept: 4 });
    expect(reasonsOf(trace.receipt.merged)).toEqual({
      'repeated log record': 1,
      'joined to the span of its call': 13,
    });
    expect(reasonsOf(trace.receipt.dropped)).toEqual({
      'agent span': 1,
      'log record without a message': 1,
    });
  });

  test('give the same sessions in every order of arrival', () => {
    const lines = readFileSync(new URL('genai-logs.jsonl', folder), 'utf8').trim().split('\n');
    const records = lines.map((line, i) => [JSON.parse(line) as Json, i + 1] as const);
    const view = (read: ReturnType<typeof readRecords>): unknown =>
      read.ok &&
      read.value.sessions.map((session) => [session.source, stepsOf(session), textsOf(session)]);
    const expected = view(readRecords(records, 'jsonl'));
    expect(expected).not.toBe(false);
    expect(view(readRecords(records.toReversed(), 'jsonl'))).toEqual(expected);
    expect(view(readRecords([...records, ...records], 'jsonl'))).toEqual(expected);
  });
});

describe('OpenInference', () => {
  const trace = fixture('openinference.json');

  test('is put together from flattened names; ids may be base64, kinds text', () => {
    const session = laneOf(trace, 'conv-6', 'trip');
    expect(textsOf(session)).toEqual([
      'user: See this. | image/png 12',
      'model: find({"city":"Ghent"})',
      'user: find → {"result":"A castle."}',
      'model: Visit it.',
    ]);
    expect(session.steps).toMatchObject([
      { entries: 1, real: 150, output: 10, lengthStop: true },
      { entries: 3, real: 180, output: 6 },
    ]);
    expect(session.prefix.tools).toEqual([
      { name: 'find', description: 'Finds.', schema: { type: 'object' } },
    ]);
  });

  test('falls back to the raw request; hidden text counts as missing', () => {
    expect(textsOf(laneOf(trace, 'conv-7'))).toEqual(['user: Raw?']);
    expect(reasonsOf(trace.receipt.dropped)).toEqual({
      'repeats the totals of its model calls': 1,
      'tool span': 1,
      'not a model call': 1,
    });
  });
});

test('OpenLLMetry’s numbered prompts are read in the order of their numbers', () => {
  const session = laneOf(fixture('openllmetry.json'), 'conv-8', 'planner');
  expect(textsOf(session)).toEqual([
    'user: Weather?',
    'model: weather({})',
    'user: weather → {"result":"Grey"}',
    'user: Sure?',
    'model: Yes.',
  ]);
  expect(session.steps).toMatchObject([
    { entries: 1, real: 80, output: 9 },
    { entries: 4, real: 110, output: 3, lengthStop: true },
  ]);
  expect(session.prefix).toMatchObject({
    system: [{ text: 'Answer.' }],
    tools: [{ name: 'weather', schema: { type: 'object' } }],
  });
});

describe('Google ADK’s own spans', () => {
  const trace = fixture('adk.json');
  const session = laneOf(trace, 'adk-1', 'rooms');

  test('hold the whole request; one whose JSON was cut keeps its count', () => {
    expect(stepsOf(session)).toEqual(['1:300', '3:320', '4:340', '5:1200000!']);
    expect(textsOf(session)).toEqual([
      'user: A room like this',
      'model: book({"n":1})',
      'user: book → {"ok":true}',
      'model: Booked.',
      'user: And tomorrow?',
    ]);
    expect(session.steps[3]).toMatchObject({ rejected: true, reported: false, limit: 1048576 });
    expect(session.prefix).toMatchObject({
      system: [{ text: 'You book rooms.' }],
      tools: [{ name: 'book', description: 'Books.' }],
    });
  });

  test('say that inline data was left out and that an attribute was cut', () => {
    expect(codesOf(session)).toEqual(['inline-data-omitted', 'attribute-cut']);
    expect(session.source.agent).toBe('Google ADK: shop');
  });

  test('count with the SDK’s span inside as one call', () => {
    expect(trace.receipt).toMatchObject({ read: 8, kept: 4 });
    expect(reasonsOf(trace.receipt.merged)).toEqual({ 'same model call as a span inside it': 1 });
    expect(session.steps[0]?.time).toBe('2026-06-09T10:13:21.100Z');
    expect(session.steps[0]?.usage).toEqual({
      'gen_ai.usage.input_tokens': 300,
      'gen_ai.usage.output_tokens': 8,
    });
  });
});

test('of the AI SDK’s spans only the single requests are calls', () => {
  const trace = fixture('vercel.json');
  const session = laneOf(trace, 'conv-9');
  expect(session.steps).toMatchObject([
    { entries: 1, real: 62, output: 8, model: 'gpt-5' },
    { entries: 3, real: 88, output: 12, lengthStop: true },
    // Anthropic's own record: 5 + 30 written + 70 read.
    { entries: 5, real: 105, output: 2, cacheWrite: 30, model: 'claude-sonnet-4-5' },
  ]);
  expect(session.prefix).toMatchObject({
    system: [{ text: 'Short.' }],
    tools: [{ name: 'weather' }],
  });
  expect(reasonsOf(trace.receipt.dropped)).toEqual({
    'repeats the totals of its model calls': 1,
    'not a model call': 1,
  });
});

test('the spans that AI SDK 7 sent are its three requests', () => {
  const session = laneOf(fixture('ai-sdk-7.json'), '2294965fc25813dd7eb0b13c704bf599', 'gpt-5');
  expect(session.steps).toMatchObject([
    { entries: 1, real: 931, output: 21, cacheRead: 465 },
    { entries: 3, real: 1_009, output: 22, cacheRead: 504 },
    { entries: 5, real: 1_086, output: 23, cacheRead: 543 },
  ]);
});

test('without any text the calls of a trace are the steps of one session', () => {
  const trace = fixture('no-text.json');
  const [session] = trace.sessions;
  expect(trace.sessions.map(({ steps: { length } }) => length)).toEqual([2, 1]);
  expect(session && stepsOf(session)).toEqual(['0:101', '0:102']);
  expect(session && codesOf(session)).toEqual(['attributes-left-out', 'text-not-recorded']);
  expect(reasonsOf(trace.receipt.dropped)).toEqual({ 'not a span': 1 });
});

test('a request that is short for one step only is noticed', () => {
  const message = (text: string): Json => ({
    role: 'user',
    parts: [{ type: 'text', content: text }],
  });
  const call = (n: number, sizes: readonly number[]): Json => ({
    traceId: 'a'.repeat(32),
    spanId: `${n}`.repeat(16),
    startTimeUnixNano: `${n}000000000`,
    attributes: [
      { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
      { key: 'gen_ai.usage.input_tokens', value: { intValue: `${5000 + n}` } },
      {
        key: 'gen_ai.input.messages',
        value: { stringValue: JSON.stringify(sizes.map((size) => message('x'.repeat(size)))) },
      },
    ],
  });
  const spans = [call(1, [9000]), call(2, [3000]), call(3, [9000, 1])];
  const read = readRecords([[{ resourceSpans: [{ scopeSpans: [{ spans }] }] }, '$']], 'json');
  const found = read.ok
    ? read.value.sessions.flatMap(({ notices }) =>
        notices.filter(({ code }) => code === 'request-incomplete'),
      )
    : [];
  expect(found.map(({ at }) => at)).toEqual([['$.resourceSpans[0].scopeSpans[0].spans[1]']]);
});

describe('lines of payloads', () => {
  test('name their line for each of their records; metrics are no records of a session', () => {
    const document = JSON.parse(readFileSync(new URL('vercel.json', folder), 'utf8')) as Json;
    const read = successOf(
      readRecords(
        [
          [{ resourceMetrics: [] }, 1],
          [document, 2],
          [{ other: 1 }, 3],
        ],
        'jsonl',
      ),
    );
    expect(read.receipt).toMatchObject({ read: 7, kept: 3 });
    expect(read.receipt.dropped).toEqual([
      { reason: 'payload without spans or log records', records: 1, at: [1] },
      { reason: 'repeats the totals of its model calls', records: 1, at: [2] },
      { reason: 'not a model call', records: 1, at: [2] },
      { reason: 'not an OTLP payload', records: 1, at: [3], lost: true },
    ]);
  });

  test('without a model call are no sessions', () => {
    const spans = [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'GET /' }];
    const read = readRecords([[{ resourceSpans: [{ scopeSpans: [{ spans }] }] }, 1]], 'jsonl');
    expect(read).toMatchObject({ ok: false, error: { code: 'no-sessions' } });
  });
});

test('every model call of the fixtures is read by the convention it was written in', () => {
  const read = new Map<string, Set<string>>();
  for (const file of readdirSync(folder)) {
    const lines = readFileSync(new URL(file, folder), 'utf8');
    const documents = file.endsWith('.jsonl') ? lines.trim().split('\n') : [lines];
    const take = (value: Json, at: number | string, list?: string): void => {
      const span = list?.endsWith('.spans[]') === true ? readSpan(value, at, {}, '') : null;
      const convention = span && conventionOf(span, new Attributes(span.attributes));
      if (convention) read.set(file, (read.get(file) ?? new Set()).add(convention.id));
    };
    for (const text of documents) {
      const document = JSON.parse(text) as Json;
      for (const payload of Array.isArray(document) ? (document as Json[]) : [document])
        handPieces(listTree(payloadLists), payload, '$', undefined, take);
    }
  }
  expect(conventions.map(({ id }) => id)).toHaveLength(5);
  expect(Object.fromEntries([...read].map(([file, ids]) => [file, [...ids].sort()]))).toEqual({
    'adk-exporter.json': ['adk-otel'],
    'adk.json': ['adk-otel', 'otel-genai'],
    'ai-sdk-7.json': ['otel-genai'],
    'genai-logs.jsonl': ['otel-genai'],
    'genai-spans.json': ['otel-genai'],
    'no-text.json': ['otel-genai'],
    'openinference.json': ['openinference'],
    'openllmetry.json': ['openllmetry'],
    'vercel.json': ['vercel-ai-otel'],
  });
});
