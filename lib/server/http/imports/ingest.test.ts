import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { admit } from '@/lib/server/access/admit';
import { bringsToken } from '@/lib/server/access/credentials';
import { decideGate, gate } from '@/lib/server/access/gate';
import { database } from '@/lib/server/db/client';
import { processWide } from '@/lib/server/process-wide';
import { pendingImports } from '@/lib/server/db/imports/imports';
import { env } from '@/lib/server/env';
import { saveMapping } from '@/lib/server/db/imports/mappings';
import { findSession } from '@/lib/server/db/sessions/sessions';
import { emptyMapping } from '@/lib/readers/importers/mapped/mapping';
import { importers } from '@/lib/readers/importers/registry';
import { zipFile } from '@/lib/readers/open/testing/zip-file';
import { closeOtlpInbox, otlpInbox } from '@/lib/server/live/otlp-inbox';
import { runQueue } from '@/lib/server/import/run-queue';
import { canonicalTrace } from '@/lib/server/import/testing/trace-fixture';
import {
  ingestedSchema,
  ingestQuerySchema,
  MOST_PENDING_IMPORTS,
  type Ingested,
} from '@/lib/api/contract/ingest-contract';
import { corpusQuestions, lanesQuestions, questions } from '@/lib/answers/registry';
import { questionAnswerSchema, sessionsAnswerSchema } from '@/lib/api/contract/question-contract';
import { postSessionsQuestion } from '../answers/question-route';
import { postQuestion } from '../sessions/questions';
import { openApiDocument, openApiSchemas, type SchemaName } from '@/lib/api/openapi';
import type { RouteHandler } from '../handler';
import { limited } from '../handler';
import { getIngest, postIngest } from './ingest';
import { postLogs, postTraces } from '../live/otlp';
import { callPayload } from '../testing/telemetry';
import { openLibrary } from '../testing/library-routes';
import { idleImportHost } from '../testing/idle-import-host';

const settings = { token: null as string | null };
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
idleImportHost();
// What the gate asks for changes between the tests.
processWide('gate', () =>
  Object.defineProperty(decideGate(env()), 'token', { get: () => settings.token }),
)();

beforeAll(openLibrary);
afterAll(async () => {
  await closeOtlpInbox();
  await (await database()).close();
});
afterEach(() => {
  settings.token = null;
  vi.restoreAllMocks();
});

const TOKEN = 'a-token-of-some-length';
const tokenHeader = { authorization: `Bearer ${TOKEN}` };

interface Sent {
  readonly method?: string;
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
}

function request(path: string, { method = 'POST', body, headers = {} }: Sent = {}): Request {
  return new Request(`http://127.0.0.1:3000${path}`, {
    method,
    headers: { host: '127.0.0.1:3000', ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
}

const ask = <P>(route: RouteHandler<P>, params: P, path: string, sent: Sent): Promise<Response> =>
  route(request(path, sent), { params: Promise.resolve(params) });

const upload = (body: BodyInit, query = '', headers = {}): Promise<Response> =>
  ask(postIngest, {}, `/api/v1/sessions${query}`, { body, headers });

const work = async (): Promise<void> =>
  runQueue(await database(), new AbortController().signal, () => sleep(10));

/** Starts importing once so many traces wait. */
async function workOnce(waiting: number): Promise<void> {
  const db = await database();
  await expect.poll(() => pendingImports(db)).toBe(waiting);
  await work();
}

describe('POST /api/v1/sessions', () => {
  it('answers with the import, which can be asked for until it has ended', async () => {
    const trace = gzipSync(canonicalTrace('by-api', 3));
    const response = await upload(new Uint8Array(trace), '?file=dir%2Fa.json.gz', {
      'content-encoding': 'gzip',
    });
    expect(response.status).toBe(202);
    const { import: queued, url } = ingestedSchema.parse(await response.json());
    expect(response.headers.get('location')).toBe(url);
    expect(queued).toMatchObject({ file: 'a.json.gz', status: 'queued' });
    await work();
    const later = await ask(getIngest, { id: queued.id }, url, { method: 'GET' });
    const { import: ended } = ingestedSchema.parse(await later.json());
    expect(ended).toMatchObject({ status: 'done', sessionCount: 1 });
  });

  it('waits for the end where it is asked to', async () => {
    const answer = upload(canonicalTrace('waited', 2), '?wait=30', {
      'x-file-name': '%C3%A4.json',
    });
    await workOnce(1);
    const response = await answer;
    expect(response.status).toBe(200);
    const { import: ended } = ingestedSchema.parse(await response.json());
    expect(ended).toMatchObject({ status: 'done', file: 'ä.json' });
  });

  it('stops at a size', async () => {
    const chunks = async function* () {
      for (let i = 0; i < 3; i++) yield await Promise.resolve(new Uint8Array(10));
    };
    const read = async (): Promise<number> => {
      let bytes = 0;
      for await (const chunk of limited(chunks(), 25)) bytes += chunk.byteLength;
      return bytes;
    };
    await expect(read()).rejects.toThrow(/larger than/);
  });
});

describe('the token', () => {
  it('is compared whole', () => {
    const brings = (authorization: string): boolean =>
      bringsToken(request('/', { headers: { authorization } }), TOKEN);
    expect(brings(`Bearer ${TOKEN}`)).toBe(true);
    expect(brings(`bearer ${TOKEN}`)).toBe(true);
    for (const wrong of ['', 'Bearer', 'Bearer a', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
      expect(brings(wrong)).toBe(false);
    }
  });

  it('lets programs in by any host name; without one the guard decides', () => {
    const foreign = { host: 'collector.internal' };
    const asked = (headers: Record<string, string>, token: string | null): number | undefined =>
      admit(request('/', { headers }), { ...gate(), token })?.status;
    expect(asked({ ...foreign, ...tokenHeader }, TOKEN)).toBeUndefined();
    expect(asked(foreign, TOKEN)).toBe(401);
    expect(asked({}, TOKEN)).toBe(401);
    expect(asked(foreign, null)).toBe(403);
    expect(asked({}, null)).toBeUndefined();
  });
});

describe('the parameters of an import', () => {
  const ended = async (text: BodyInit, query: string): Promise<Ingested['import']> => {
    const response = await upload(text, query);
    const body: unknown = await response.json();
    expect({ status: response.status, body }).toMatchObject({ status: 202 });
    const { id } = ingestedSchema.parse(body).import;
    await work();
    const now = await ask(getIngest, { id }, `/api/v1/imports/${id}`, { method: 'GET' });
    return ingestedSchema.parse(await now.json()).import;
  };

  it('store sizes in place of text', async () => {
    const { sessions } = await ended(canonicalTrace('sizes', 2), '?numbersOnly=1');
    const row = await findSession(await database(), sessions[0]?.id ?? '');
    expect(row).toMatchObject({ name: 'Numbers only', numbersOnly: true });
  });

  it('name the format', async () => {
    const text = canonicalTrace('as canonical', 2);
    expect(await ended(text, '?format=canonical')).toMatchObject({ status: 'done' });
    // In another format it is empty.
    const other = await ended(canonicalTrace('as codex', 2), '?format=codex');
    expect(other).toMatchObject({ status: 'failed', sessions: [] });
  });

  it('name a saved mapping by id or name', async () => {
    const db = await database();
    const mapping = { ...emptyMapping, fields: { role: 'who', text: 'said', input: 'tok' } };
    const saved = await saveMapping(db, { name: 'By the API', json: JSON.stringify(mapping) });
    const log = (name: string): string =>
      [
        { who: 'user', said: `Question of ${name}`, tok: null },
        { who: 'assistant', said: 'Answer', tok: 120 },
      ]
        .map((record) => JSON.stringify(record))
        .join('\n');
    for (const by of [saved?.id ?? '', 'By the API']) {
      const done = await ended(log(by), `?mapping=${encodeURIComponent(by)}`);
      expect(done).toMatchObject({ status: 'done', format: 'mapped', sessionCount: 1 });
    }
  });

  it('take an archive, and count its members by outcome', async () => {
    const zip = zipFile([
      { name: 'a/one.json', content: canonicalTrace('in a zip', 1) },
      { name: 'notes.md', content: 'no trace' },
    ]);
    const { members } = await ended(Uint8Array.from(zip), '?file=logs.zip');
    expect(members).toMatchObject({ total: 2, done: 1, skipped: 1, sessions: 1 });
  });

  it.each([
    ['?format=unknown', 'format'],
    ['?mapping=none', 'mapping'],
    ['?mapping=none&format=codex', 'mapping'],
    ['?numbersOnly=yes', 'numbersOnly'],
    ['?wait=3600', 'wait'],
  ])('are refused by name when they are wrong: %s', async (query, at) => {
    const response = await upload('x', query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'bad-request', at } });
  });
});

interface Operation {
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: { readonly enum?: readonly string[] };
  }[];
  readonly responses: Readonly<
    Record<string, { readonly content: Record<string, { readonly schema: { $ref?: string } }> }>
  >;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FOREIGN = { host: 'evil.example' };
const otlpJson = JSON.stringify(callPayload({ turn: 0, conversation: 'openapi' }, 1, 1));
const otlpCases = (path: string, good: string) => {
  const handlers = { '/v1/traces': postTraces, '/v1/logs': postLogs } as const;
  const route = handlers[path as keyof typeof handlers];
  const send = (body: string, headers = {}): Promise<Response> =>
    route(request(path, { body, headers: { ...JSON_TYPE, ...headers } }));
  return {
    '200': () => send(good),
    '400': () => send('{'),
    '401': () => {
      settings.token = TOKEN;
      return send(good);
    },
    '403': () => send(good, FOREIGN),
    '413': () => send(good, { 'content-length': '999999999' }),
    '415': () => send(good, { 'content-type': 'text/plain' }),
    '429': () => {
      vi.spyOn(otlpInbox(), 'isFull').mockReturnValue(true);
      return send(good);
    },
  };
};

const questionCases = (question: string) => {
  const send = async (body: string, headers = {}, id?: string): Promise<Response> => {
    const { prisma } = await database();
    const known = id ?? (await prisma.session.findFirstOrThrow()).id;
    const given = { body, headers: { ...JSON_TYPE, ...headers } };
    const params = Promise.resolve({ id: known, question });
    return postQuestion(request(`/api/sessions/${known}/${question}`, given), { params });
  };
  return {
    '200': () => send('{}'),
    '400': () => send('{"policy":"none such"}'),
    '401': () => {
      settings.token = TOKEN;
      return send('{}');
    },
    '403': () => send('{}', FOREIGN),
    '404': () => send('{}', {}, 'nosession'),
  };
};

/** Of a question about lanes or a corpus; `bodyOf` names the session that it is about. */
const severalCases = (question: string, bodyOf: (id: string) => object) => {
  const send = async (headers = {}, id?: string, more: object = {}): Promise<Response> => {
    const { prisma } = await database();
    const known = id ?? (await prisma.session.findFirstOrThrow()).id;
    const body = JSON.stringify({ ...bodyOf(known), ...more });
    const given = { body, headers: { ...JSON_TYPE, ...headers } };
    const params = Promise.resolve({ question });
    return postSessionsQuestion(request(`/api/${question}`, given), { params });
  };
  return {
    '200': () => send(),
    '400': () => send({}, undefined, { nonsense: 1 }),
    '401': () => {
      settings.token = TOKEN;
      return send();
    },
    '403': () => send(FOREIGN),
    '404': () => send({}, 'nosession'),
  };
};

const vary = [{ setting: 'window', from: 150_000, to: 190_000, step: 20_000 }];

/** The content of a highwater.yaml that lists no session. */
const expectations = {
  version: 1,
  producer: 'a test',
  ...{ policy: 'contextguard-threshold', settings: {}, limit: null, sessions: [] },
  expectations: [{ expect: 'no loop' }],
};

/** A request per documented answer. */
const cases: Readonly<Record<string, Readonly<Record<string, () => Promise<Response>>>>> = {
  ...Object.fromEntries(
    questions.map(({ id }) => [`post /api/sessions/{id}/${id}`, questionCases(id)]),
  ),
  'post /api/compare': severalCases('compare', (id) => ({ lanes: [`${id}:own`, `${id}:none`] })),
  'post /api/score': severalCases('score', (id) => ({ sessions: [id] })),
  'post /api/sweep': severalCases('sweep', (id) => ({ sessions: [id], vary })),
  'post /api/tune': severalCases('tune', (id) => ({ sessions: [id], vary })),
  'post /api/check': severalCases('check', (id) => ({ sessions: [id], expectations })),
  'post /api/promises': severalCases('promises', (id) => ({ sessions: [id] })),
  'post /api/tokens': severalCases('tokens', (id) => ({ sessions: [id], encoding: 'o200k_base' })),
  'post /v1/traces': otlpCases('/v1/traces', otlpJson),
  'post /v1/logs': otlpCases('/v1/logs', '{"resourceLogs":[]}'),
  'post /api/v1/sessions': {
    '200': async () => {
      const answer = upload(canonicalTrace('again', 2), '?wait=30');
      await workOnce(1);
      return answer;
    },
    '202': () => upload(canonicalTrace('later', 2)),
    '400': () => upload(''),
    '401': () => {
      settings.token = TOKEN;
      return upload('x');
    },
    '403': () => upload('x', '', FOREIGN),
    '413': () => upload('x', '', { 'content-length': '9999999999' }),
    '415': () => upload('x', '', { 'content-encoding': 'br' }),
    '429': async () => {
      const { prisma } = await database();
      vi.spyOn(prisma.import, 'count').mockResolvedValue(MOST_PENDING_IMPORTS);
      return upload('x');
    },
  },
  'get /api/v1/imports/{id}': {
    '200': async () => {
      const { prisma } = await database();
      const { id } = await prisma.import.findFirstOrThrow();
      return ask(getIngest, { id }, `/api/v1/imports/${id}`, { method: 'GET' });
    },
    '401': () => {
      settings.token = TOKEN;
      return ask(getIngest, { id: 'none' }, '/api/v1/imports/none', { method: 'GET' });
    },
    '403': () => ask(getIngest, { id: 'none' }, '/', { method: 'GET', headers: FOREIGN }),
    '404': () => ask(getIngest, { id: 'none' }, '/api/v1/imports/none', { method: 'GET' }),
  },
};

/** The schema of a question's answer; undefined for another operation. */
const answerSchemaOf = (operation: string) => {
  const one = questions.find(({ id }) => operation.endsWith(`{id}/${id}`));
  if (one !== undefined) return questionAnswerSchema(one);
  const isAsked = ({ id }: { readonly id: string }): boolean => operation === `post /api/${id}`;
  const several = lanesQuestions.find(isAsked) ?? corpusQuestions.find(isAsked);
  return several && sessionsAnswerSchema(several);
};

const document = openApiDocument() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { responses }]) =>
    Object.keys(responses).map((status) => [`${method} ${path}`, status] as const),
  ),
);

describe('the OpenAPI document', () => {
  it('is one', async () => {
    const { valid, errors } = await new Validator().validate(
      JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
    );
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it('names every parameter and every format that the handler takes', () => {
    const { parameters = [], description = '' } = document.paths['/api/v1/sessions']!['post']!;
    const named = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
    expect(named.sort()).toEqual(Object.keys(ingestQuerySchema.shape).sort());
    const formats = parameters.find(({ name }) => name === 'format')?.schema.enum;
    expect(formats).toEqual(importers.map(({ id }) => id));
    for (const { id, label } of importers) expect(description).toContain(`\`${id}\` (${label})`);
    for (const packed of ['.gz', '.zst', '.zip', '.tar.gz']) expect(description).toContain(packed);
  });

  it.each(documented)('%s answers %s as documented', async (operation, status) => {
    const produce = cases[operation]?.[status];
    expect(produce, `no case makes ${operation} answer ${status}`).toBeDefined();
    const response = await produce!();
    expect(response.status).toBe(Number(status));
    const [method = '', path = ''] = operation.split(' ');
    const { $ref } =
      document.paths[path]![method]!.responses[status]!.content['application/json']!.schema;
    const name = $ref?.split('/').at(-1) as SchemaName;
    const answer = status === '200' ? answerSchemaOf(operation) : undefined;
    const schema = answer ?? openApiSchemas[name];
    const checked = schema.safeParse(await response.json());
    expect(checked.error?.issues ?? []).toEqual([]);
    if (status === '200' && operation.endsWith('sessions')) {
      expect(response.headers.get('location')).toMatch(/^\/api\/v1\/imports\//);
    }
    if (status === '429') expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('documents every answer that a case makes', () => {
    const made = Object.entries(cases).flatMap(([operation, statuses]) =>
      Object.keys(statuses).map((status) => `${operation} ${status}`),
    );
    expect(made.sort()).toEqual(documented.map((pair) => pair.join(' ')).sort());
  });
});
