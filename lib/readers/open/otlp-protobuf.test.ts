import {
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  InMemoryLogRecordExporter,
  LoggerProvider,
  SimpleLogRecordProcessor,
} from '@opentelemetry/sdk-logs';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import fc from 'fast-check';
import protobuf from 'protobufjs/minimal.js';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/engine/session/schema';
import { encodeResponse, encodeStatus } from '@/lib/server/live/otlp-answer';
import { decodeLogs, decodeTraces, OtlpDecodeError } from './otlp-protobuf';

/** Spans of the real SDK with a value of every kind. */
function spans(): ReadableSpan[] {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'agent ünïcödé 𝛑' }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('genai', '1.2.3');
  const chat = tracer.startSpan('chat gpt', {
    kind: 2,
    startTime: [1_750_000_000, 123_456_789],
    links: [{ context: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 } }],
    attributes: {
      'gen_ai.request.model': 'gpt-x',
      'gen_ai.usage.input_tokens': 12_345,
      big: Number.MAX_SAFE_INTEGER,
      negative: -7,
      temperature: 0.5,
      stream: false,
      empty: '',
      stops: ['a', 'b'],
      counts: [1, 2],
    },
  });
  chat.addEvent('gen_ai.choice', { finish: 'stop' }, [1_750_000_001, 5]);
  chat.setStatus({ code: 2, message: 'failed' });
  chat.end([1_750_000_002, 0]);
  return exporter.getFinishedSpans();
}

const written = (bytes: Uint8Array | undefined): Uint8Array => {
  expect(bytes).toBeDefined();
  return bytes ?? new Uint8Array();
};

/** Output of the SDK's JSON serialiser, without the defaults that protobuf omits. */
function jsonOf(of: ReadableSpan[]): Json {
  const text = new TextDecoder().decode(written(JsonTraceSerializer.serializeRequest(of)));
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'intValue') return String(value);
    const dropped = /^dropped\w+Count$/.test(key) && value === 0;
    const absent = Array.isArray(value) && value.length === 0 && key === 'attributes';
    return dropped || absent ? undefined : value;
  }) as Json;
}

describe('decodeTraces', () => {
  it('reads what the OpenTelemetry exporter writes as the JSON it would have written', () => {
    const made = spans();
    const decoded = decodeTraces(written(ProtobufTraceSerializer.serializeRequest(made)));
    expect(withoutDefaults(decoded)).toEqual(jsonOf(made));
  });

  it('writes ids in hexadecimal and 64-bit integers as decimal strings', () => {
    const [made] = spans();
    const bytes = written(ProtobufTraceSerializer.serializeRequest([made!]));
    const text = JSON.stringify(decodeTraces(bytes));
    expect(text).toContain(`"traceId":"${made!.spanContext().traceId}"`);
    expect(text).toContain('"startTimeUnixNano":"1750000000123456789"');
    expect(text).toContain('{"key":"negative","value":{"intValue":"-7"}}');
    expect(text).toContain(`{"intValue":"${Number.MAX_SAFE_INTEGER}"}`);
    expect(text).toContain('{"key":"stream","value":{"boolValue":false}}');
  });

  it('passes over fields it does not know, of any kind', () => {
    const writer = protobuf.Writer.create();
    writer.uint32((77 << 3) | 0).uint32(5);
    writer.uint32((78 << 3) | 2).string('later');
    writer.uint32((79 << 3) | 1).fixed64(1);
    writer.uint32((80 << 3) | 5).fixed32(1);
    writer.uint32((1 << 3) | 0).uint32(9);
    expect(decodeTraces(writer.finish())).toEqual({});
    expect(decodeTraces(new Uint8Array())).toEqual({});
  });

  it('refuses values that nest too deep', () => {
    expect(() => decodeTraces(nested(200))).toThrow(/too deep/);
    expect(JSON.stringify(decodeTraces(nested(20)))).toContain('arrayValue');
  });

  it('never fails but by its own error, whatever is cut or flipped', () => {
    const whole = written(ProtobufTraceSerializer.serializeRequest(spans()));
    const damage = fc.record({
      cut: fc.nat(whole.length),
      at: fc.nat(whole.length - 1),
      byte: fc.nat(255),
    });
    fc.assert(
      fc.property(damage, ({ cut, at, byte }) => {
        const bytes = whole.slice(0, cut);
        if (at < cut) bytes[at] = byte;
        try {
          expect(typeof decodeTraces(bytes)).toBe('object');
        } catch (error) {
          expect(error).toBeInstanceOf(OtlpDecodeError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

/** An attribute whose value is a list in a list in a list … */
function nested(depth: number): Uint8Array {
  let value: Uint8Array = Buffer.from([8 + 2, 1, 97]);
  const wrap = (field: number, inner: Uint8Array): Buffer => {
    const writer = protobuf.Writer.create().uint32((field << 3) | 2);
    return Buffer.from(writer.bytes(inner).finish());
  };
  for (let i = 0; i < depth; i++) value = wrap(5, wrap(1, value));
  return [2, 9, 2, 2, 1].reduce<Uint8Array>((inner, field) => wrap(field, inner), value);
}

/** Removes defaults that the SDK's protobuf serialiser writes nevertheless. */
function withoutDefaults(value: Json): Json {
  return JSON.parse(JSON.stringify(value), (key, item: unknown) => {
    const dropped = /^dropped\w+Count$/.test(key) && item === 0;
    const absent = Array.isArray(item) && item.length === 0 && key === 'attributes';
    return dropped || absent ? undefined : item;
  }) as Json;
}

describe('decodeLogs', () => {
  it('reads bodies of any kind, event names and the span they belong to', () => {
    const exporter = new InMemoryLogRecordExporter();
    const provider = new LoggerProvider({
      processors: [new SimpleLogRecordProcessor({ exporter })],
    });
    provider.getLogger('genai').emit({
      timestamp: [1_750_000_000, 1],
      observedTimestamp: [1_750_000_000, 2],
      severityNumber: 9,
      severityText: 'INFO',
      eventName: 'gen_ai.user.message',
      body: { content: 'Hello', bytes: new Uint8Array([1, 2, 255]), list: [1.5, true, null] },
      attributes: { 'gen_ai.system': 'openai' },
    });
    const records = exporter.getFinishedLogRecords();
    const decoded = decodeLogs(written(ProtobufLogsSerializer.serializeRequest(records)));
    const text = JSON.stringify(decoded);
    expect(text).toContain('"eventName":"gen_ai.user.message"');
    expect(text).toContain('"observedTimeUnixNano":"1750000000000000002"');
    expect(text).toContain('{"key":"content","value":{"stringValue":"Hello"}}');
    expect(text).toContain('{"key":"bytes","value":{"bytesValue":"AQL/"}}');
    expect(text).toContain('{"arrayValue":{"values":[{"doubleValue":1.5},{"boolValue":true},{}]}}');
  });
});

describe('answers', () => {
  it('are empty when everything was taken', () => {
    expect(encodeResponse('traces', 'protobuf')).toEqual(new Uint8Array());
    expect(new TextDecoder().decode(encodeResponse('logs', 'json'))).toBe('{}');
    const read = ProtobufTraceSerializer.deserializeResponse(encodeResponse('traces', 'protobuf'));
    expect(read.partialSuccess).toBeUndefined();
  });

  it('tell the exporter what was not taken', () => {
    const rejected = { records: 3, message: 'Three have no id.' };
    const bytes = encodeResponse('traces', 'protobuf', rejected);
    const read = ProtobufTraceSerializer.deserializeResponse(bytes);
    expect(Number(read.partialSuccess?.rejectedSpans)).toBe(3);
    expect(read.partialSuccess?.errorMessage).toBe('Three have no id.');
    const json = JSON.parse(new TextDecoder().decode(encodeResponse('logs', 'json', rejected)));
    expect(json).toEqual({
      partialSuccess: { rejectedLogRecords: '3', errorMessage: 'Three have no id.' },
    });
  });

  it('name an error as a google.rpc.Status', () => {
    const reader = protobuf.Reader.create(encodeStatus('protobuf', 3, 'bad'));
    expect([reader.uint32(), reader.int32(), reader.uint32(), reader.string()]).toEqual([
      8,
      3,
      18,
      'bad',
    ]);
    const json = new TextDecoder().decode(encodeStatus('json', 8, 'later'));
    expect(JSON.parse(json)).toEqual({ code: 8, message: 'later' });
  });
});
