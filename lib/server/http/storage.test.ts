import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { errorEnvelopeSchema } from '@/lib/api/contract/contract';
import { otlpStatusSchema } from '@/lib/api/contract/ingest-contract';
import { canonicalTrace } from '@/lib/server/import/testing/trace-fixture';
import { closeOtlpInbox } from '@/lib/server/live/otlp-inbox';
import type { RouteHandler } from './handler';
import { postImports, postSamples } from './imports/imports';
import { postIngest } from './imports/ingest';
import { putLimits } from './limits';
import { postLogs, postTraces } from './live/otlp';
import { postWatched } from './live/watched';
import { postSessions } from './sessions/sessions';
import { callPayload } from './testing/telemetry';
import { idleImportHost } from './testing/idle-import-host';

// A SQLite connection can be limited, so this file uses SQLite whatever is under test.
const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-storage-${process.pid}`;
  process.env['DATABASE_URL'] = `file:${name}/library.db`;
  process.env['HIGHWATER_WATCH'] = name;
  return { folder: name };
});
idleImportHost();

const said: unknown[][] = [];
beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
});
beforeEach(() => {
  said.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => void said.push(words));
});
afterAll(async () => {
  await closeOtlpInbox();
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

/** Limits every connection of the server by a pragma. */
async function limit(pragma: string): Promise<void> {
  const { prisma, importing } = await database();
  await prisma.$queryRawUnsafe(pragma);
  await (pragma.includes('page_count') ? importing.query(pragma) : importing.execute(pragma));
}

const request = (method: string, body: BodyInit, type = 'application/json'): Request =>
  new Request('http://127.0.0.1:3000/', {
    method,
    body,
    headers: { host: '127.0.0.1:3000', 'content-type': type },
  });

type Send = () => Promise<Response>;

const sent = (
  route: RouteHandler<never>,
  method: string,
  body: string,
): readonly [RouteHandler<never>, Request] => [route, request(method, body)];

const calls: Readonly<Record<string, () => readonly [RouteHandler<never>, Request]>> = {
  'POST /api/v1/sessions': () => sent(postIngest, 'POST', canonicalTrace('a', 2)),
  'POST /api/sessions': () => sent(postSessions, 'POST', canonicalTrace('b', 2)),
  'POST /api/samples': () => sent(postSamples, 'POST', ''),
  'POST /api/imports': () => sent(postImports, 'POST', '{"action":"pause"}'),
  'PUT /api/limits': () => sent(putLimits, 'PUT', '{"limits":[{"pattern":"m","tokens":1000}]}'),
  'POST /api/watched': () => sent(postWatched, 'POST', JSON.stringify({ path: folder })),
};

const noParams = { params: Promise.resolve({} as never) };

describe('a library that cannot be written', () => {
  it.each(Object.entries(calls))(
    'answers %s with the reason, and logs one line',
    async (_, call) => {
      await limit('PRAGMA query_only = ON');
      const [route, toSend] = call();
      const answer = await route(toSend, noParams);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      const { error } = errorEnvelopeSchema.parse(await answer.json());
      expect(error).toMatchObject({ code: 'storage' });
      expect(error.message).toMatch(/read-only/);
      expect(error.hint).toMatch(/try again/);
      expect(said).toHaveLength(1);
      expect(said.flat().every((word) => typeof word === 'string' && !word.includes('\n'))).toBe(
        true,
      );
    },
  );
});

describe('telemetry for a full disk', () => {
  const payload = (trace: number): object => {
    const call = callPayload({ turn: 0 }, trace, 1) as { resourceSpans: object[] };
    const text = randomBytes(60_000).toString('base64');
    return { ...call, resourceSpans: [{ ...call.resourceSpans[0], resource: { text } }] };
  };
  const ways: Readonly<Record<string, Send>> = {
    traces: () => postTraces(request('POST', JSON.stringify(payload(1)))),
    logs: () => {
      const record = {
        traceId: 'a'.repeat(32),
        body: { stringValue: randomBytes(60_000).toString('hex') },
      };
      const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] };
      return postLogs(request('POST', JSON.stringify(body)));
    },
  };

  it.each(Object.entries(ways))('is sent again later: %s', async (_, send) => {
    const { importing, prisma } = await database();
    await limit('PRAGMA query_only = OFF');
    const [pages] = await importing.query('PRAGMA page_count');
    await limit(`PRAGMA max_page_count = ${Number(pages?.[0])}`);
    const before = await prisma.otlpRecord.count();
    const answer = await send();
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const status = otlpStatusSchema.parse(await answer.json());
    // gRPC's UNAVAILABLE.
    expect(status.code).toBe(14);
    expect(status.message).toMatch(/disk is full/);
    expect(await prisma.otlpRecord.count()).toBe(before);
    await limit('PRAGMA max_page_count = 1000000');
    expect((await send()).status).toBe(200);
    expect(await prisma.otlpRecord.count()).toBe(before + 1);
  });
});
