import { describe, expect, test } from 'vitest';
import type { Json, Session } from '@/lib/engine/session/schema';
import { readRecords } from '../../testing/read-trace';
import {
  codesOf,
  laneOf,
  readFixture,
  reasonsOf,
  stepsOf,
  textsOf,
} from '../../testing/session-view';
import { anyTime } from './flat-fields';

const fixture = (name: string): ReturnType<typeof readFixture> => readFixture(`otel-spans/${name}`);

describe('GitHub Copilot’s CLI, whose messages are deltas', () => {
  const trace = fixture('copilot-cli.jsonl');
  const session = laneOf(trace, '76a49557', 'copilot');

  test('is one session over its traces, without compactions', () => {
    expect(trace.sessions).toHaveLength(1);
    expect(stepsOf(session)).toEqual([
      [1, 18_400],
      [3, 18_460],
      [5, 18_510],
      [7, 18_590],
      [9, 18_630],
    ]);
    expect(session.compactions).toEqual([]);
    expect(codesOf(session)).toEqual(['messages-are-deltas']);
    expect(session.source.agent).toBe('OpenTelemetry: github-copilot');
    expect(session.prefix).toMatchObject({
      system: [{ text: 'You are the Copilot CLI.' }],
      tools: [{ name: 'view' }, { name: 'bash' }],
    });
  });

  test('has each message once, and results under the name of their call', () => {
    expect(textsOf(session)).toEqual([
      'user: Why is the build red?',
      'model: bash({"command":"make"})',
      'user: bash → {"result":"error: missing file x.h"}',
      'model: view({"path":"x.c"})',
      'user: view → {"result":"#include \\"x.h\\""}',
      'model: The header x.h is missing.',
      'user: Write it.',
      'model: bash({"command":"touch x.h"})',
      'user: bash → {"result":""}',
      'model: Done.',
    ]);
  });

  test('gives the same session as the same calls with their whole histories', () => {
    const whole = fixture('copilot-cli-whole.jsonl');
    const plain = ({ notices, source, ...rest }: Session): unknown => [
      rest,
      { ...source, file: '' },
      notices.filter(({ code }) => code !== 'messages-are-deltas'),
    ];
    expect(trace.sessions.map(plain)).toEqual(whole.sessions.map(plain));
  });

  test('accounts for metrics, tools and agents', () => {
    expect(trace.receipt).toMatchObject({ read: 11, kept: 5 });
    expect(reasonsOf(trace.receipt.dropped)).toEqual({
      metric: 1,
      'tool span': 3,
      'repeats the totals of its model calls': 2,
    });
  });
});

describe('compactions that Copilot reports as events of its spans', () => {
  const seconds = (at: number): readonly number[] => [1_789_068_000 + at, 0];
  const span = (id: number, at: number, attributes: object, events: object[] = []): Json =>
    ({
      type: 'span',
      traceId: '1'.repeat(32),
      spanId: `${id}`.padStart(16, '0'),
      ...(id > 1 ? { parentSpanId: '1'.padStart(16, '0') } : {}),
      name: 'x',
      startTime: seconds(at),
      attributes: { 'gen_ai.conversation.id': 'conv', ...attributes },
      events,
    }) as unknown as Json;
  const chat = (id: number, at: number, real: number, text: object, events?: object[]): Json => {
    const about = { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': real };
    return span(id, at, { ...about, ...text }, events);
  };
  const event = (at: number, name: string, attributes: object): object => ({
    name: `github.copilot.session.compaction_${name}`,
    time: seconds(at),
    attributes,
  });
  const complete = (at: number, message?: string): object =>
    event(at, 'complete', {
      'github.copilot.success': true,
      'github.copilot.pre_tokens': 90_000,
      'github.copilot.post_tokens': 40_000,
      ...(message === undefined ? {} : { 'github.copilot.message': message }),
    });
  const failed = (at: number): object =>
    event(at, 'complete', {
      'github.copilot.success': false,
      'github.copilot.error': 'rate limited',
    });
  const agent = (events: object[]): Json =>
    span(1, 0, { 'gen_ai.operation.name': 'invoke_agent' }, events);
  const says = (key: string, role: string, part: object): object => ({
    [`gen_ai.${key}.messages`]: JSON.stringify([{ role, parts: [part] }]),
  });
  const text = (content: string): object => ({ type: 'text', content });
  const sessionsOf = (...records: readonly Json[]): readonly Session[] => {
    const read = readRecords(
      records.map((record, i) => [record, i + 1]),
      'jsonl',
    );
    if (!read.ok) throw new Error(read.error.message);
    return read.value.sessions;
  };

  test('are recorded at the next call, with their counts and their summary', () => {
    const call = { type: 'tool_call', id: 'c1', name: 'view', arguments: {} };
    const result = { type: 'tool_call_response', id: 'c1', response: 'found' };
    const [session, ...others] = sessionsOf(
      agent([event(12, 'start', {}), complete(15, 'A header was missing.'), failed(16)]),
      chat(2, 5, 18_000, {
        ...says('input', 'user', text('Look.')),
        ...says('output', 'assistant', call),
      }),
      chat(3, 10, 90_000, {
        ...says('input', 'tool', result),
        ...says('output', 'assistant', text('Seen.')),
      }),
      chat(4, 20, 40_000, {
        ...says('input', 'user', text('Go on.')),
        ...says('output', 'assistant', text('Yes.')),
      }),
    ) as [Session, ...Session[]];
    expect(others).toEqual([]);
    expect(session.compactions).toMatchObject([
      {
        step: 2,
        kind: 'summary',
        trigger: 'unknown',
        preTokens: 90_000,
        postTokens: 40_000,
        summary: [{ kind: 'text', text: 'A header was missing.' }],
      },
    ]);
    expect(session.failedCompactions).toMatchObject([{ step: 2, reason: 'rate limited' }]);
    expect(codesOf(session)).toEqual(['messages-are-deltas']);
  });

  test('are recorded of calls whose text was not captured, in the conversation’s own time', () => {
    const [session, ...others] = sessionsOf(
      agent([]),
      chat(2, 5, 60_000, {}),
      chat(3, 10, 90_000, {}, [complete(15)]),
      chat(4, 20, 50_000, {}),
      chat(5, 25, 50_100, {}),
    ) as [Session, ...Session[]];
    expect(others).toEqual([]);
    expect(session.compactions).toMatchObject([{ step: 2, preTokens: 90_000, summary: [] }]);
    expect(session.steps.map(({ real }) => real)).toEqual([60_000, 90_000, 50_000, 50_100]);
  });

  test('are mentioned if no call came after them', () => {
    const read = readRecords(
      [
        [agent([complete(15)]), 1],
        [chat(2, 5, 60_000, {}), 2],
      ],
      'jsonl',
    );
    if (!read.ok) throw new Error(read.error.message);
    expect(read.value.sessions[0]?.compactions).toEqual([]);
    expect(read.value.receipt.remarks).toEqual([
      '1 compaction came after the last call of its conversation: no request shows it.',
    ]);
  });
});

test('VS Code’s Copilot is one conversation, though each request has an id of its own', () => {
  const trace = fixture('vscode.jsonl');
  expect(trace.sessions).toHaveLength(1);
  const session = laneOf(trace, 'chat-9', 'copilot');
  expect(stepsOf(session)).toEqual([
    [1, 12_000],
    [3, 12_050],
  ]);
  // The log records of a call hold what its span lacks.
  expect(session.prefix).toMatchObject({
    system: [{ text: 'You pair.' }],
    tools: [{ name: 'view' }],
  });
  expect(reasonsOf(trace.receipt.merged)).toEqual({ 'joined to the span of its call': 2 });
});

test('Python’s exporter: hexadecimal ids, status and log records', () => {
  const session = laneOf(fixture('python.jsonl'), 'conv-py');
  expect(session.steps).toMatchObject([
    { entries: 1, real: 90, time: '2026-06-09T10:00:01.123Z' },
    { entries: 3, real: 120, rejected: false },
    { entries: 3, real: 200_819, rejected: true, limit: 200_000 },
  ]);
  expect(session.prefix.system).toMatchObject([{ text: 'Greet.' }]);
  expect(session.source.agent).toBe('OpenTelemetry: shop');
});

test('Go’s exporter: typed values and times with a zone', () => {
  const session = laneOf(fixture('go.jsonl'), 'conv-go');
  expect(session.steps).toMatchObject([
    { entries: 1, real: 70, output: 7, time: '2026-06-09T10:00:01.123Z' },
    { entries: 3, real: 95 },
  ]);
  expect(session.source.agent).toBe('OpenTelemetry: gopher');
});

test.each([
  ['phoenix-dataframe.jsonl', 'conv-df', '2026-06-09T10:13:21.000Z'],
  ['phoenix-nested.jsonl', 'conv-nested', '2026-06-09T10:00:01.000Z'],
])('Phoenix’s %s', (name, conversation, time) => {
  const trace = fixture(name);
  const session = laneOf(trace, conversation);
  expect(textsOf(session)).toEqual([
    'user: A castle?',
    'model: find({"city":"Ghent"})',
    'user: find → {"result":"Gravensteen"}',
    'model: The Gravensteen.',
  ]);
  expect(session.steps).toMatchObject([
    { entries: 1, real: 200, output: 12, time, model: 'gpt-4o' },
    { entries: 3, real: 240 },
  ]);
  expect(session.prefix).toMatchObject({ system: [{ text: 'Guide.' }], tools: [{ name: 'find' }] });
  expect(trace.receipt).toMatchObject({ read: 3, kept: 2 });
});

test.each(['otlp-lines.jsonl', 'array.json'])('OTLP spans without their envelope: %s', (name) => {
  expect(stepsOf(laneOf(fixture(name), 'conv-line'))).toEqual([
    [1, 70],
    [3, 95],
  ]);
});

test.each([
  [[1_750_000_000, 5_000_000], 1_750_000_000_005],
  [1_750_000_000, 1_750_000_000_000],
  [1_750_000_000_005, 1_750_000_000_005],
  [1_750_000_000_005_000, 1_750_000_000_005],
  ['1750000000005000000', 1_750_000_000_005],
  ['2026-06-09T10:00:01.123456Z', Date.UTC(2026, 5, 9, 10, 0, 1, 123)],
  ['yesterday', null],
  [[], null],
  [-1, null],
  [null, null],
])('a time %j', (value, milliseconds) => {
  expect(anyTime(value)).toBe(milliseconds);
});

test('spans without a model call are no session', () => {
  const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'GET /', attributes: {} };
  expect(readRecords([[span, 1]], 'jsonl')).toMatchObject({
    ok: false,
    error: { code: 'no-sessions', message: expect.stringContaining('1 spans') as string },
  });
});
