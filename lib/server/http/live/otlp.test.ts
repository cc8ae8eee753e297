import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { database } from '@/lib/server/db/client';
import { forgetGroups } from '@/lib/server/db/imports/otlp';
import { findSession, updateSession } from '@/lib/server/db/sessions/sessions';
import { OtlpGroups } from '@/lib/server/live/otlp-groups';
import { closeOtlpInbox, OtlpInbox, otlpInbox } from '@/lib/server/live/otlp-inbox';
import { runQueue } from '@/lib/server/import/run-queue';
import { otlpAnswerSchema, otlpStatusSchema } from '@/lib/api/contract/ingest-contract';
import { postTraces } from './otlp';
import { callAttributes, callPayload, serve, type TestServer } from '../testing/telemetry';
import { openLibrary } from '../testing/library-routes';
import { idleImportHost } from '../testing/idle-import-host';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
idleImportHost();

let server: TestServer;
beforeAll(async () => {
  await openLibrary();
  server = await serve();
});
afterAll(async () => {
  await server.close();
  await closeOtlpInbox();
  await (await database()).close();
});
afterEach(() => vi.restoreAllMocks());

const post = (body: BodyInit, headers: Record<string, string> = {}, path = '/v1/traces') =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

const send = async (payload: object): Promise<void> => {
  expect((await post(JSON.stringify(payload))).status).toBe(200);
};

/** Imports every group as after a long quiet time. */
async function importAll(): Promise<void> {
  const groups = new OtlpGroups();
  await groups.sweep(Date.now() + 60_000);
  await runQueue(await database(), new AbortController().signal, () => sleep(10));
}

async function sessionsOf(conversation: string) {
  const { prisma } = await database();
  return prisma.session.findMany({
    where: { ready: true, import: { liveKey: `otlp:${conversation}` } },
  });
}

describe('the exporter of the OpenTelemetry SDK', () => {
  it.each([
    ['protobuf', 'gzip', ProtobufExporter],
    ['protobuf', 'none', ProtobufExporter],
    ['JSON', 'gzip', JsonExporter],
    ['JSON', 'none', JsonExporter],
  ] as const)(
    'is understood in %s with compression %s',
    async (encoding, compression, Exporter) => {
      const conversation = `sdk-${encoding}-${compression}`;
      vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', server.url);
      vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', compression);
      const provider = new BasicTracerProvider({
        spanProcessors: [new BatchSpanProcessor(new Exporter())],
      });
      const tracer = provider.getTracer('agent');
      for (const turn of [0, 1, 2]) {
        const startTime: [number, number] = [1_750_000_000 + turn, 0];
        const attributes = callAttributes({ turn, conversation });
        tracer.startSpan('chat gpt-5', { kind: 2, startTime, attributes }).end();
      }
      await provider.shutdown();
      vi.unstubAllEnvs();
      await importAll();
      const found = await sessionsOf(conversation);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ steps: 3, peakReal: 1_200, model: 'gpt-5' });
    },
  );

  it('sends log records as well', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', server.url);
    const provider = new LoggerProvider({
      processors: [new SimpleLogRecordProcessor({ exporter: new OTLPLogExporter() })],
    });
    const attributes = callAttributes({ turn: 1, conversation: 'by-logs' });
    const eventName = 'gen_ai.client.inference.operation.details';
    provider.getLogger('agent').emit({ eventName, attributes });
    await provider.shutdown();
    vi.unstubAllEnvs();
    const { prisma } = await database();
    expect(await prisma.otlpTrace.findMany({ where: { group: 'by-logs' } })).toHaveLength(1);
  });
});

describe('spans of one session', () => {
  it('that come over time, out of order and twice end in one session, which keeps its id', async () => {
    const conversation = 'over-time';
    await send(callPayload({ turn: 2, conversation }, 11, 3));
    await importAll();
    const [first] = await sessionsOf(conversation);
    expect(first).toMatchObject({ steps: 1, revision: 0 });
    const db = await database();
    await updateSession(db, first!, { limitOverride: 50_000, name: 'Mine' });
    await send(callPayload({ turn: 1, conversation }, 12, 2));
    await send(callPayload({ turn: 2, conversation }, 11, 3));
    await importAll();
    await send(callPayload({ turn: 0, conversation }, 13, 1));
    await importAll();
    const [last, ...more] = await sessionsOf(conversation);
    expect(more).toEqual([]);
    expect(last).toMatchObject({
      id: first!.id,
      steps: 3,
      revision: 2,
      limitOverride: 50_000,
      limit: 50_000,
      name: 'Mine',
    });
    expect(await db.prisma.import.count({ where: { liveKey: `otlp:${conversation}` } })).toBe(1);
    expect(await db.prisma.sessionData.count({ where: { sessionId: first!.id } })).toBe(1);
    expect(await db.prisma.stepBlob.count({ where: { sessionId: first!.id } })).toBe(1);
  });

  it('whose messages are deltas end in one session, over traces and out of order', async () => {
    const conversation = 'by-deltas';
    for (const turn of [2, 0, 4, 1, 3])
      await send(callPayload({ turn, conversation, delta: true }, 60 + turn, 1));
    await importAll();
    const whole = 'by-histories';
    for (const turn of [0, 1, 2, 3, 4])
      await send(callPayload({ turn, conversation: whole }, 70 + turn, 1));
    await importAll();
    const shown = async (name: string) =>
      (await sessionsOf(name)).map(({ steps, entries, compactions, peakReal }) => {
        return { steps, entries, compactions, peakReal };
      });
    const one = { steps: 5, entries: 10, compactions: 0, peakReal: 1_400 };
    expect(await shown(conversation)).toEqual([one]);
    expect(await shown(whole)).toEqual([one]);
  });

  it('are one conversation where each request of VS Code has an id of its own', async () => {
    for (const turn of [0, 1, 2]) {
      const payload = JSON.stringify(
        callPayload({ turn, conversation: `request-${turn}` }, 80, turn + 1),
      );
      const named = payload.replace(
        '"attributes":[',
        '"attributes":[{"key":"copilot_chat.session_id","value":{"stringValue":"vs-code"}},',
      );
      expect((await post(named)).status).toBe(200);
    }
    await importAll();
    expect(await sessionsOf('vs-code')).toMatchObject([{ steps: 3 }]);
  });

  it('move to the conversation that a later span names', async () => {
    await send(callPayload({ turn: 0 }, 21, 1));
    await importAll();
    const trace = (21).toString(16).padStart(32, '0');
    const [unnamed] = await sessionsOf(trace);
    expect(unnamed).toMatchObject({ steps: 1 });
    await send(callPayload({ turn: 1, conversation: 'named-later' }, 21, 2));
    await importAll();
    await importAll();
    expect(await sessionsOf(trace)).toEqual([]);
    const named = await sessionsOf('named-later');
    expect(named).toHaveLength(1);
    expect(named[0]).toMatchObject({ id: unnamed!.id, steps: 2 });
    expect(await findSession(await database(), unnamed!.id)).not.toBeNull();
  });

  it('that join a conversation which is there already leave no session behind', async () => {
    await send(callPayload({ turn: 0, conversation: 'joined' }, 31, 1));
    await send(callPayload({ turn: 1 }, 32, 1));
    await importAll();
    const trace = (32).toString(16).padStart(32, '0');
    expect(await sessionsOf(trace)).toHaveLength(1);
    await send(callPayload({ turn: 2, conversation: 'joined' }, 32, 2));
    await importAll();
    expect(await sessionsOf(trace)).toEqual([]);
    const joined = await sessionsOf('joined');
    expect(joined.map(({ steps }) => steps)).toEqual([3]);
  });

  it('of other work bring no import', async () => {
    const { prisma } = await database();
    const before = await prisma.import.count();
    const span = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16), name: 'GET /', attributes: [] };
    await send({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    await importAll();
    expect(await prisma.import.count()).toBe(before);
  });

  it('are forgotten after a while; their session stays', async () => {
    await send(callPayload({ turn: 0, conversation: 'forgotten' }, 41, 1));
    await importAll();
    const [session] = await sessionsOf('forgotten');
    const db = await database();
    await forgetGroups(db, Date.now() - 60_000);
    expect(await db.prisma.otlpTrace.count({ where: { group: 'forgotten' } })).toBe(1);
    while ((await forgetGroups(db, Date.now() + 1)) > 0);
    expect(await db.prisma.otlpRecord.count()).toBe(0);
    expect(await findSession(db, session!.id)).toMatchObject({ steps: 1 });
  });
});

describe('the door', () => {
  /** Posts with headers that `fetch` does not let a page choose; resolves with the status. */
  const raw = (headers: Record<string, string>, path = '/v1/traces', method = 'POST') =>
    new Promise<number>((resolve, reject) => {
      const sent = request(`${server.url}${path}`, { method, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(method === 'GET' ? undefined : '{}');
    });
  const json = { 'content-type': 'application/json' };

  it.each([
    ['a foreign Host (DNS rebinding)', { host: 'evil.example' }],
    ['a Host that is no name', { host: 'a b' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an Origin without a name', { origin: 'null' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('asks the same guard as Next’s route: %s', async (_, headers) => {
    for (const path of ['/v1/traces', '/v1/logs', '/v1/traces?x=1']) {
      expect(await raw({ ...json, ...headers }, path)).toBe(403);
    }
    const host = server.url.slice('http://'.length);
    const same = new Request(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { host, ...json, ...headers },
      body: '{}',
    });
    expect((await postTraces(same)).status).toBe(403);
    expect(await raw(json)).toBe(200);
  });

  it('passes on what is no telemetry', async () => {
    const others = [
      'GET /v1/traces',
      'POST /',
      'POST /v1/traces/',
      'POST //v1/traces',
      'PUT /v1/logs',
    ];
    for (const other of others) {
      const [method, path] = other.split(' ');
      expect(await raw(json, path, method)).toBe(404);
    }
    expect(server.passed).toEqual(others);
  });

  it('survives a body that breaks off, and says so to nobody', async () => {
    const said = vi.spyOn(console, 'error');
    const sent = request(`${server.url}/v1/traces`, {
      method: 'POST',
      headers: { ...json, 'content-length': 1_000 },
    });
    const broken = new Promise((resolve) => sent.on('error', resolve));
    await new Promise((resolve) => sent.write('{"resourceSpans"', resolve));
    sent.destroy();
    await broken;
    expect(await raw(json)).toBe(200);
    expect(said).not.toHaveBeenCalled();
  });

  it('answers what is too large although it was not announced', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        `${server.url}/v1/traces`,
        { method: 'POST', headers: json },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        },
      );
      sent.on('error', reject);
      for (let i = 0; i < 20; i++) sent.write(' '.repeat(1_000_000));
      sent.end();
    });
    expect(status).toBe(413);
  });
});

describe('a request that cannot be taken', () => {
  const status = async (response: Promise<Response>, code: number): Promise<string> => {
    const answer = await response;
    expect(answer.status).toBe(code);
    return otlpStatusSchema.parse(await answer.json()).message;
  };

  it('is answered in its own encoding', async () => {
    const headers = { 'content-type': 'application/x-protobuf' };
    const response = await post(new Uint8Array([10, 255]), headers);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/x-protobuf');
    expect(await status(post('{'), 400)).toMatch(/not JSON/);
    expect(await status(post('[1]'), 400)).toMatch(/no OTLP traces/);
    expect(await status(post(`${'['.repeat(500)}${']'.repeat(500)}`), 400)).toMatch(/too deep/);
    expect(await status(post('{"resourceSpans":[]}', {}, '/v1/logs'), 400)).toMatch(/no OTLP logs/);
  });

  it('names the type or the coding that is not supported', async () => {
    expect(await status(post('x', { 'content-type': 'text/plain' }), 415)).toMatch(/x-protobuf/);
    expect(await status(post('{}', { 'content-encoding': 'br' }), 415)).toMatch(/br is not/);
    expect(await status(post('{}', { 'content-encoding': 'gzip' }), 400)).toMatch(/not gzip/);
  });

  it('may not be too large, sent or decompressed', async () => {
    const large = 'x'.repeat(17_000_000);
    expect(await status(post(large), 413)).toMatch(/16 MB/);
    const bomb = gzipSync(Buffer.alloc(40_000_000, 32));
    const headers = { 'content-encoding': 'gzip' };
    expect(await status(post(new Uint8Array(bomb), headers), 413)).toMatch(/larger than/);
  });

  it('is sent back while too much waits', async () => {
    vi.spyOn(otlpInbox(), 'isFull').mockReturnValue(true);
    const answer = await post('{}');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('in part says how many records were not taken', async () => {
    const spans = [
      { name: 'no ids' },
      { traceId: 'e'.repeat(32), spanId: 'f'.repeat(16), name: 'x' },
    ];
    const response = await post(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
    expect(response.status).toBe(200);
    const { partialSuccess } = otlpAnswerSchema.parse(await response.json());
    expect(partialSuccess).toMatchObject({ rejectedSpans: '1' });
  });
});

describe('OtlpInbox', () => {
  const record = (id: string) =>
    ({ id, traceId: 't', kind: 'span', conversation: null, payload: 'x'.repeat(100) }) as const;

  it('commits what comes at once together, and says when it is full', async () => {
    const commits: number[] = [];
    const store = vi.fn(async (records: readonly unknown[]) => {
      commits.push(records.length);
      await sleep(1);
    });
    const inbox = new OtlpInbox(store, () => undefined, 1_000);
    expect(inbox.isFull(5_000)).toBe(false);
    const added = Array.from({ length: 8 }, (_, i) => inbox.add([record(String(i))]));
    expect(inbox.isFull(300)).toBe(true);
    await Promise.all(added);
    expect(commits).toEqual([8]);
    expect(inbox.isFull(300)).toBe(false);
  });

  it('tells each sender that its records could not be stored', async () => {
    const store = (): Promise<void> => Promise.reject(new Error('no disk'));
    const inbox = new OtlpInbox(store, () => undefined);
    await expect(inbox.add([record('a')])).rejects.toThrow('no disk');
    expect(inbox.isFull(Infinity)).toBe(false);
  });
});
