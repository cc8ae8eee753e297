import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { stepsOf, textsOf } from '@/lib/readers/importers/testing/session-view';
import type { ReadTrace } from '@/lib/readers/importers/testing/read-trace';
import { loadTrace, type LoadedTrace } from './testing/load-trace';
import { MemoryBytes } from './testing/memory-bytes';
import { readContent } from './testing/read-content';
import { Scratch } from './testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());

async function load(content: string): Promise<LoadedTrace> {
  const trace = await loadTrace(scratch.file(content));
  if (!trace.ok) throw new Error(`${trace.error.code}: ${trace.error.message}`);
  return trace.value;
}

const rows = (name: string): readonly object[] =>
  fixtureText(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);

const spans = rows('otel-spans/python.jsonl');
const pretty = spans.map((span) => JSON.stringify(span, null, 4));

const linesOf = (text: string): number => text.split('\n').length;

const view = ({ sessions }: Pick<ReadTrace, 'sessions'>): unknown =>
  sessions.map((session) => [session.source.sessionId, stepsOf(session), textsOf(session)]);

describe('pretty-printed objects one after another', () => {
  test.each([
    ['each on lines of its own', pretty.join('\n')],
    ['end to end', pretty.join('')],
    ['with commas', pretty.join(',\n')],
    ['with Windows’ line ends', pretty.join('\n').replaceAll('\n', '\r\n')],
    ['between lines of a log', pretty.join('\nINFO: {not json}\nserving [1] "x\n')],
    ['between lines of JSON', pretty.join('\n{"level":"info","msg":"served"}\n')],
    ['behind a byte order mark', `\ufeff${pretty.join('\n')}`],
  ])('are read %s', async (_, content) => {
    const trace = await load(content);
    expect(trace.importer).toBe('otel-spans');
    expect(view(trace)).toEqual(
      view(await load(spans.map((one) => JSON.stringify(one)).join('\n'))),
    );
  });

  test('of Python’s console exporter', async () => {
    const trace = await load(fixtureText('otel-spans/python-console.txt'));
    expect(trace.sessions.map(({ steps }) => steps.length)).toEqual([3]);
    expect(trace.receipt.dropped).toContainEqual({
      reason: 'not JSON',
      records: 1,
      at: [1],
      lost: true,
    });
  });

  test('name the line on which they begin', async () => {
    const bare = JSON.stringify({ ...spans[4], attributes: {} }, null, 2);
    const trace = await load([pretty[0], bare, pretty[2]].join('\n'));
    const line = linesOf(pretty[0] ?? '') + 1;
    expect(trace.receipt.dropped).toEqual([{ reason: 'not a model call', records: 1, at: [line] }]);
  });

  test('that are broken lose nothing beside them', async () => {
    const [first = '', , third = ''] = pretty;
    const cut = first.split('\n').slice(0, 5).join('\n');
    const trace = await load([third, cut, first, cut].join('\n'));
    expect(stepsOf(trace.sessions[0]!)).toHaveLength(2);
    expect(trace.receipt.dropped).toEqual([
      { reason: 'not JSON', records: 1, at: [linesOf(third) + 1], lost: true },
      { reason: 'cut off', records: 1, at: [linesOf(third) + 5 + linesOf(first) + 1], lost: true },
    ]);
  });

  test('that no format claims keep the message of a document', async () => {
    expect(await loadTrace(scratch.file('{\n "a": 1\n}\n{\n "a": 2\n}\n'))).toMatchObject({
      error: { code: 'malformed', at: 3 },
    });
  });

  test('nested too deep are left out', async () => {
    const deep = `{\n "a": ${'['.repeat(100_000)}${']'.repeat(100_000)}\n}`;
    const trace = await load([pretty[0], deep].join('\n'));
    expect(trace.receipt.dropped).toMatchObject([{ reason: 'nested deeper than 200 levels' }]);
  });

  test('are read alike however their bytes come', async () => {
    const bytes = Buffer.from(pretty.join('\n'));
    const whole = await readContent(new MemoryBytes(bytes, 65_536));
    if (!whole.ok) throw new Error(whole.error.message);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2_000 }), async (size) => {
        const read = await readContent(new MemoryBytes(bytes, size));
        expect(read.ok && view(read.value)).toEqual(view(whole.value));
      }),
      { numRuns: 20 },
    );
  });
});

describe('JavaScript’s console exporter', () => {
  test('prints what Node inspects', async () => {
    const trace = await load(fixtureText('otel-spans/js-console.txt'));
    expect(trace.importer).toBe('otel-spans');
    const [session] = trace.sessions;
    expect(session && textsOf(session)).toEqual(["user: What's up?\nTell me.", 'model: Fine.']);
    expect(session?.steps).toMatchObject([
      { entries: 1, real: 120, output: 9, time: '2025-06-15T15:06:40.005Z' },
    ]);
    expect(session?.prefix.system).toEqual([
      { kind: 'text', text: 'It\'s "terse".\nTwo lines and a \\ and `tick` é 😀\t' },
    ]);
    expect(session?.source).toMatchObject({ agent: 'OpenTelemetry: shop', lane: 'helper' });
  });

  test('cuts long texts, which is noticed', async () => {
    const text = 'x'.repeat(30_000);
    const messages = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: text }] }]);
    const span = {
      ...{ traceId: 'a'.repeat(32), id: 'b'.repeat(16), name: 'chat gpt-5', kind: 2 },
      ...{ timestamp: 1_750_000_000_000_000, duration: 5 },
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.usage.input_tokens': 9_000,
        'gen_ai.input.messages': messages,
      },
    };
    const trace = await load(inspect(span, { depth: 3 }));
    expect(trace.sessions[0]?.notices.map(({ code }) => code)).toEqual(['attribute-cut']);
    expect(trace.sessions[0]?.steps).toMatchObject([{ real: 9_000 }]);
  });
});

describe('Java’s logging exporter', () => {
  // https://github.com/open-telemetry/opentelemetry-java/tree/main/exporters/logging-otlp
  const lines = rows('otel-spans/otlp-lines.jsonl').map((span) => {
    const resource = { attributes: [] };
    return JSON.stringify({ resource, scopeSpans: [{ scope: { name: 'agent' }, spans: [span] }] });
  });
  const header =
    'Jun 09, 2026 10:00:00 AM io.opentelemetry.exporter.logging.otlp.internal.traces.OtlpJsonLoggingSpanExporter export';

  test.each([
    ['alone', lines.join('\n')],
    ['behind the level', lines.map((line) => `INFO: ${line}`).join('\n')],
    ['behind a header', lines.map((line) => `${header}\nINFO: ${line}`).join('\n')],
    ['behind a time', lines.map((line) => `2026-06-09T10:00:00Z stdout F ${line}`).join('\n')],
  ])('writes payloads of one resource, %s', async (_, content) => {
    const trace = await load(content);
    expect(trace.importer).toBe('otlp');
    expect(trace.sessions.map(stepsOf)).toEqual([
      [
        [1, 70],
        [3, 95],
      ],
    ]);
  });

  test('has its prefixes on the receipt', async () => {
    const trace = await load(lines.map((line) => `INFO: ${line}`).join('\n'));
    expect(trace.receipt.remarks).toEqual([
      '2 lines with text before their JSON, which was left out (first: line 1).',
    ]);
  });
});
