import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { database } from '@/lib/server/db/client';
import { canonicalTrace } from '@/lib/server/import/testing/trace-fixture';
import { measureSession } from '@/lib/engine/tokens/measure';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { sessionSchema } from '@/lib/engine/session/schema';
import {
  changedSchema,
  entryPageSchema,
  errorCodes,
  errorEnvelopeSchema,
  healthSchema,
  prefixTextSchema,
  sessionPageSchema,
  sessionRecordSchema,
  sessionRowSchema,
  stepPageSchema,
} from '@/lib/api/contract/contract';
import { importListSchema, importSchema } from '@/lib/api/contract/import-contract';
import { errorRules } from '@/lib/api/errors';
import type { RouteHandler } from './handler';
import { getHealth } from './health';
import * as imports from './imports/imports';
import {
  compactionListSchema,
  excerptsSchema,
  shapesSchema,
} from '@/lib/api/contract/workbench/compaction-contract';
import { unpackShapes, shapeOf } from '@/lib/engine/tokens/text/part-shapes';
import * as kept from './sessions/compactions';
import * as prefix from './sessions/prefix';
import * as listing from './sessions/listing';
import * as sessions from './sessions/sessions';
import * as texts from './sessions/texts/texts';
import { idleImportHost } from './testing/idle-import-host';
import { closeLibrary, importQueued, openLibrary, read } from './testing/library-routes';

const wake = vi.fn();
idleImportHost(wake);

const ORIGIN = 'http://127.0.0.1:3000';

interface Options {
  readonly method?: string;
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
}

async function call<P>(
  route: RouteHandler<P>,
  url: string,
  params: P,
  { method = 'GET', body, headers = {} }: Options = {},
): Promise<Response> {
  const request = new Request(`${ORIGIN}${url}`, {
    method,
    headers: { host: '127.0.0.1:3000', ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
  return route(request, { params: Promise.resolve(params) });
}

const json = (method: string, body: unknown): Options => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

const upload = (name: string, text: string): Promise<Response> =>
  call(
    sessions.postSessions,
    '/api/sessions',
    {},
    {
      method: 'POST',
      body: text,
      headers: { 'x-file-name': encodeURIComponent(name) },
    },
  );

const trace = canonicalTrace('first', 40);
let id = '';

beforeAll(async () => {
  await openLibrary();
  const { imports: queued } = await read(
    importListSchema,
    await upload('ä/first.json', trace),
    202,
  );
  expect(queued[0]).toMatchObject({ file: 'first.json', status: 'queued', sessions: [] });
  expect(wake).toHaveBeenCalled();
  await importQueued();
  const page = await read(sessionPageSchema, await call(listing.getSessions, '/api/sessions', {}));
  id = page.sessions[0]!.id;
});
afterAll(closeLibrary);

const of = (rest = ''): string => `/api/sessions/${id}${rest}`;

describe('uploads', () => {
  it('take several files of one form; one bad file leaves the other alone', async () => {
    const form = new FormData();
    form.append('files', new Blob([canonicalTrace('second', 3)]), 'second.json');
    form.append('files', new Blob(['not a trace']), 'bad.txt');
    const options = { method: 'POST', body: form };
    const response = await call(sessions.postSessions, '/api/sessions', {}, options);
    const { imports: queued } = await read(importListSchema, response, 202);
    expect(queued.map(({ file }) => file)).toEqual(['second.json', 'bad.txt']);
    await importQueued();
    const ids = queued.map((item) => item.id).join(',');
    const listed = await call(imports.getImports, `/api/imports?ids=${ids}`, {});
    const { imports: ended } = await read(importListSchema, listed);
    const byName = Object.fromEntries(ended.map((item) => [item.file, item]));
    expect(byName['second.json']).toMatchObject({
      status: 'done',
      sessionCount: 1,
      sessions: [{ name: 'second', steps: 3 }],
      receipt: { dropped: [] },
    });
    expect(byName['bad.txt']).toMatchObject({
      status: 'failed',
      error: { hint: expect.any(String) as string },
    });
  });

  it('say that the library holds the content already', async () => {
    const { imports: queued } = await read(importListSchema, await upload('copy.json', trace), 202);
    await importQueued();
    const path = { id: queued[0]!.id };
    const record = await read(
      importSchema,
      await call(imports.getImport, `/api/imports/${path.id}`, path),
    );
    expect(record).toMatchObject({ status: 'done', sessions: [{ id, name: 'first' }] });
    expect(record.duplicateOf).not.toBeNull();
  });

  it('refuse a form without a file and one that breaks off', async () => {
    const none = new FormData();
    none.append('note', 'text');
    const empty = await call(
      sessions.postSessions,
      '/api/sessions',
      {},
      {
        method: 'POST',
        body: none,
      },
    );
    expect((await read(errorEnvelopeSchema, empty, 400)).error.code).toBe('bad-request');
    const broken = await call(
      sessions.postSessions,
      '/api/sessions',
      {},
      {
        method: 'POST',
        body: '--b\r\ncontent-disposition: form-data; name="f"; filename="x"\r\n\r\nabc',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
    );
    expect((await read(errorEnvelopeSchema, broken, 400)).error.message).toMatch(/ended before/);
  });

  it('refuse a body shorter than announced and keep nothing of it', async () => {
    const before = await (await database()).prisma.import.count();
    const short = await call(
      sessions.postSessions,
      '/api/sessions',
      {},
      {
        method: 'POST',
        body: 'abc',
        headers: { 'content-length': '10' },
      },
    );
    expect((await read(errorEnvelopeSchema, short, 400)).error.code).toBe('bad-request');
    expect(await (await database()).prisma.import.count()).toBe(before);
  });
});

describe('the list', () => {
  it('comes in pages', async () => {
    const first = await read(
      sessionPageSchema,
      await call(listing.getSessions, '/api/sessions?take=1', {}),
    );
    expect(first.sessions).toHaveLength(1);
    const rest = await read(
      sessionPageSchema,
      await call(listing.getSessions, '/api/sessions?take=5&skip=1', {}),
    );
    expect(rest.matching).toBe(rest.sessions.length + 1);
    expect(rest.sessions.map((row) => row.id)).not.toContain(first.sessions[0]!.id);
  });
});

describe('a session', () => {
  it('has a record, a profile, entries, steps and compactions', async () => {
    const record = await read(sessionRecordSchema, await call(sessions.getSession, of(), { id }));
    expect(record).toMatchObject({
      row: { name: 'first', steps: 40, entries: 80, limit: 10_000, peakReal: 4_900 },
      recordedLimit: { tokens: 10_000, source: 'recording' },
      limitOverride: null,
      attachedPrefix: null,
    });
    const profile = await call(texts.getProfile, of('/profile'), { id });
    const bytes = new Uint8Array(await profile.arrayBuffer());
    const session = sessionSchema.parse(JSON.parse(trace));
    expect(decodeProfile(bytes)).toEqual(measureSession(session));
    const again = await call(
      texts.getProfile,
      of('/profile'),
      { id },
      {
        headers: { 'if-none-match': profile.headers.get('etag')! },
      },
    );
    expect(again.status).toBe(304);
    const entries = await read(
      entryPageSchema,
      await call(texts.getEntries, of('/entries?from=70&to=90'), { id }),
    );
    expect(entries).toMatchObject({ from: 70, next: null, total: 80 });
    expect(entries.entries.map(({ entry }) => entry)).toEqual(session.entries.slice(70));
    const steps = await read(
      stepPageSchema,
      await call(texts.getSteps, of('/steps?from=5&to=7'), { id }),
    );
    expect(steps).toEqual({ from: 5, steps: session.steps.slice(5, 7), next: 7, total: 40 });
    const compactions = await call(kept.getRecordedCompactions, of('/recorded-compactions'), {
      id,
    });
    expect(await read(compactionListSchema, compactions)).toEqual({ compactions: [] });
    const sizes = await read(shapesSchema, await call(kept.getShapes, of('/shapes'), { id }));
    expect(unpackShapes(sizes)).toEqual(session.entries.map(shapeOf));
    const excerpts = await read(
      excerptsSchema,
      await call(kept.getExcerpts, of('/excerpts?from=70&to=90'), { id }),
    );
    expect(excerpts).toMatchObject({ from: 70, next: null });
    expect(excerpts.entries).toHaveLength(10);
  });

  it('takes a name and a limit, and gives the limit back', async () => {
    const patch = (body: unknown): Promise<Response> =>
      call(sessions.patchSession, of(), { id }, json('PATCH', body));
    const changed = await read(
      sessionRecordSchema,
      await patch({ name: ' Renamed ', limit: { tokens: 3_000 } }),
    );
    expect(changed).toMatchObject({ limitOverride: 3_000, row: { name: 'Renamed', limit: 3_000 } });
    expect(changed.row.compactions).toBeGreaterThan(0);
    const back = await read(sessionRecordSchema, await patch({ limit: null }));
    expect(back).toMatchObject({ limitOverride: null, row: { name: 'Renamed', limit: 10_000 } });
  });

  it('takes a prefix, measured, and gives it back', async () => {
    const body = {
      system: 'x'.repeat(400),
      tools: [{ name: 'abcd', description: 'y'.repeat(40) }],
    };
    const put = await call(prefix.putPrefix, of('/prefix'), { id }, json('PUT', body));
    const record = await read(sessionRecordSchema, put);
    expect(record.attachedPrefix).toMatchObject({
      system: { tokens: 100, bytes: 400 },
      tools: { tokens: 11, tools: 1 },
    });
    const text = await call(prefix.getPrefix, of('/prefix'), { id });
    expect((await read(prefixTextSchema, text)).attached?.tools).toHaveLength(1);
    const removed = await call(prefix.deletePrefix, of('/prefix'), { id }, { method: 'DELETE' });
    const without = await read(sessionRecordSchema, removed);
    expect(without.attachedPrefix).toBeNull();
  });

  it('is deleted and restored, alone and with others', async () => {
    const gone = await call(sessions.deleteSession, of(), { id }, { method: 'DELETE' });
    await read(sessionRowSchema, gone);
    await read(errorEnvelopeSchema, await call(sessions.getSession, of(), { id }), 404);
    const back = await call(sessions.restoreSession, of('/restore'), { id }, { method: 'POST' });
    expect((await read(sessionRowSchema, back)).id).toBe(id);
    const many = json('DELETE', { ids: [id, 'unknown00000'] });
    const deleted = await call(sessions.deleteManySessions, '/api/sessions', {}, many);
    expect(await read(changedSchema, deleted)).toEqual({ changed: 1 });
    const all = json('POST', { ids: [id] });
    const restored = await call(sessions.restoreManySessions, '/api/sessions/restore', {}, all);
    expect(await read(changedSchema, restored)).toEqual({ changed: 1 });
  });
});

describe('errors', () => {
  it.each([
    ['unknown field', json('PATCH', { colour: 'red' }), 400],
    ['wrong type', json('PATCH', { limit: { tokens: '5' } }), 400],
    ['no JSON', { ...json('PATCH', 0), body: '{' }, 400],
    ['another media type', { method: 'PATCH', body: 'name=x' }, 415],
  ])('name what is wrong with a body: %s', async (_what, options, status) => {
    const response = await call(sessions.patchSession, of(), { id }, options);
    const { error } = await read(errorEnvelopeSchema, response, status);
    expect(error.message).toMatch(/\.$/);
  });

  it('name the field', async () => {
    const wrong = json('PATCH', { limit: { tokens: -1 } });
    const patch = await call(sessions.patchSession, of(), { id }, wrong);
    expect((await read(errorEnvelopeSchema, patch, 400)).error.at).toBe('limit.tokens');
    const tools = json('PUT', { system: null, tools: [{ description: 'nameless' }] });
    const put = await call(prefix.putPrefix, of('/prefix'), { id }, tools);
    expect((await read(errorEnvelopeSchema, put, 400)).error.at).toBe('tools[0]');
    const query = await call(listing.getSessions, '/api/sessions?take=0', {});
    expect((await read(errorEnvelopeSchema, query, 400)).error.at).toBe('take');
    const range = await call(texts.getEntries, of('/entries?from=9&to=2'), { id });
    expect((await read(errorEnvelopeSchema, range, 400)).error.message).toMatch(/ends before/);
  });

  it('are refused hosts and origins', async () => {
    const host = { headers: { host: 'evil.example' } };
    const response = await call(listing.getSessions, '/api/sessions', {}, host);
    expect((await read(errorEnvelopeSchema, response, 403)).error.code).toBe('foreign-host');
    const origin = { method: 'POST', headers: { origin: 'http://evil.example' } };
    const samples = await call(imports.postSamples, '/api/samples', {}, origin);
    expect((await read(errorEnvelopeSchema, samples, 403)).error.code).toBe('foreign-origin');
  });

  it('tell the unexpected in one sentence and log it whole', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = Promise.reject(new Error('secret detail'));
    const request = new Request(`${ORIGIN}/api/imports/x`, { headers: { host: '127.0.0.1:3000' } });
    const response = await imports.getImport(request, { params: broken });
    const { error } = await read(errorEnvelopeSchema, response, 500);
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(log.mock.calls.flat().map(String).join()).toContain('secret detail');
    log.mockRestore();
  });

  it('have a status each', () => {
    for (const code of errorCodes) expect(errorRules[code].status).toBeGreaterThanOrEqual(400);
  });
});

describe('the rest', () => {
  it('tells its health and cancels imports that wait', async () => {
    const { imports: queued } = await read(
      importListSchema,
      await upload('wait.json', canonicalTrace('wait', 2)),
      202,
    );
    const waiting = { id: queued[0]!.id };
    const health = await read(healthSchema, await call(getHealth, '/api/health', {}));
    expect(health).toMatchObject({ ok: true, pendingImports: 1 });
    const url = path.posix.join('/api/imports', waiting.id);
    const cancelled = await call(imports.deleteImport, url, waiting, { method: 'DELETE' });
    expect(await read(importSchema, cancelled)).toMatchObject({
      status: 'cancelled',
      error: { code: 'cancelled' },
    });
  });

  it('dismisses a failure that is being tried again', async () => {
    const answer = await upload('again.json', 'no trace');
    const { imports: queued } = await read(importListSchema, answer, 202);
    await importQueued();
    const { id: failure } = queued[0]!;
    const act = (action: string): Promise<Response> =>
      call(imports.postImports, '/api/imports', {}, json('POST', { action, id: failure }));
    const failures = async (): Promise<readonly string[]> => {
      const listed = await call(imports.getImports, '/api/imports?failed=1', {});
      return (await read(importListSchema, listed)).imports.map((item) => item.id);
    };
    expect(await failures()).toContain(failure);
    expect(await read(changedSchema, await act('retry'))).toEqual({ changed: 1 });
    await act('dismiss');
    await importQueued();
    expect(await failures()).not.toContain(failure);
  });
});
