import { afterAll, beforeAll, expect, it } from 'vitest';
import { database } from '@/lib/server/db/client';
import { findSession } from '@/lib/server/db/sessions/sessions';
import { emptyMapping, type Mapping } from '@/lib/readers/importers/mapped/mapping';
import { errorEnvelopeSchema } from '@/lib/api/contract/contract';
import {
  importListSchema,
  importSchema,
  type ImportRecord,
} from '@/lib/api/contract/import-contract';
import {
  mappingHeadSchema,
  mappingListSchema,
  savedMappingSchema,
} from '@/lib/api/contract/mapping-contract';
import type { RouteHandler } from '../handler';
import * as imports from './imports';
import * as mapping from './mapping';
import * as sessions from '../sessions/sessions';
import { importQueued, openLibrary, read } from '../testing/library-routes';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

async function call<P>(
  route: RouteHandler<P>,
  params: P,
  body?: BodyInit,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Response> {
  const method = body === undefined ? 'GET' : 'POST';
  const request = new Request('http://127.0.0.1:3000/api', {
    method,
    headers: { host: '127.0.0.1:3000', ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
  return route(request, { params: Promise.resolve(params) });
}

const refusal = async (response: Response, status: number): Promise<string> =>
  (await read(errorEnvelopeSchema, response, status)).error.message;

/** Uploads a file and imports the whole queue. */
async function drop(text: string): Promise<ImportRecord> {
  const response = await call(sessions.postSessions, {}, text, { 'x-file-name': 'odd.jsonl' });
  const { imports: queued } = await read(importListSchema, response, 202);
  return ended((queued[0] as ImportRecord).id);
}

async function ended(id: string): Promise<ImportRecord> {
  await importQueued();
  return read(importSchema, await call(imports.getImport, { id }));
}

const address = 'jane.doe@corp-mail.de';

/** Lines of a log in an unknown format; `name` makes its content unique. */
const log = (name: string): string =>
  [
    { who: 'human', said: `Question of ${name}` },
    { who: 'robot-9', said: 'Answer', tok: 120 },
    { who: 'human', said: `Mail ${address}` },
    { who: 'robot-9', said: 'Bye', tok: 150 },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');

const robots: Mapping = {
  ...emptyMapping,
  fields: { role: 'who', text: 'said', input: 'tok' },
  roles: { 'robot-9': 'model' },
};

beforeAll(async () => {
  await openLibrary();
});
afterAll(async () => {
  await (await database()).prisma.$disconnect();
});

it('maps a file that no format claims: preview, mapping, sessions', async () => {
  const failed = await drop(log('one'));
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'unrecognized' } });
  const head = await read(mappingHeadSchema, await call(mapping.getMappingHead, { id: failed.id }));
  expect(head).toMatchObject({ file: 'odd.jsonl', input: 'jsonl', masked: 1, formats: [] });
  expect(head.records).toHaveLength(4);
  expect(head.records[1]).toEqual({ at: 2, value: { who: 'robot-9', said: 'Answer', tok: 120 } });
  expect(JSON.stringify(head)).not.toContain(address);
  expect(head.guess.fields).toMatchObject({ role: 'who', text: 'said' });
  const body = JSON.stringify({ mapping: robots, name: 'Robots' });
  const queued = await call(mapping.postImportMapping, { id: failed.id }, body);
  expect((await read(importSchema, queued, 202)).status).toBe('queued');
  const done = await ended(failed.id);
  expect(done).toMatchObject({ status: 'done', format: 'mapped', sessionCount: 1 });
  expect(done.receipt).toMatchObject({ format: 'mapped', read: 4, kept: 4 });
  expect(done.sessions[0]).toMatchObject({ name: 'Question of one', steps: 2 });
  const row = await findSession(await database(), done.sessions[0]?.id ?? '');
  expect(row).toMatchObject({ format: 'mapped', agent: 'Robots' });
  const { mappings } = await read(mappingListSchema, await call(mapping.getMappings, {}));
  expect(mappings.map(({ name, mapping: saved }) => [name, saved])).toEqual([['Robots', robots]]);
  const again = await call(mapping.getMappingHead, { id: failed.id });
  expect(await refusal(again, 409)).toBe('Only a failed import can be mapped.');
});

it('reads the same content anew by another mapping, and not twice by the same', async () => {
  const first = await drop(log('two'));
  const by = async (id: string, chosen: Mapping): Promise<ImportRecord> => {
    await read(
      importSchema,
      await call(mapping.postImportMapping, { id }, JSON.stringify({ mapping: chosen })),
      202,
    );
    return ended(id);
  };
  expect(await by(first.id, robots)).toMatchObject({ status: 'done', duplicateOf: null });
  const second = await drop(log('two'));
  expect(second.status).toBe('failed');
  expect(await by(second.id, robots)).toMatchObject({ status: 'done', duplicateOf: first.id });
  const third = await drop(log('two'));
  const other = { ...robots, roles: { 'robot-9': 'skip' as const } };
  const refused = await by(third.id, other);
  expect(refused).toMatchObject({ status: 'failed', error: { code: 'no-sessions' } });
  expect(await by(third.id, { ...robots, inputIncludesCache: false })).toMatchObject({
    status: 'done',
    duplicateOf: null,
  });
});

it('saves a mapping in the place of its name, and deletes it', async () => {
  const save = async (saved: Mapping): Promise<string> => {
    const body = JSON.stringify({ name: 'Mine', mapping: saved });
    return (await read(savedMappingSchema, await call(mapping.postMapping, {}, body), 201)).id;
  };
  const id = await save(robots);
  expect(await save(emptyMapping)).toBe(id);
  const { mappings } = await read(mappingListSchema, await call(mapping.getMappings, {}));
  expect(mappings.find(({ name }) => name === 'Mine')?.mapping).toEqual(emptyMapping);
  await read(savedMappingSchema, await call(mapping.removeMapping, { id }));
  expect(await refusal(await call(mapping.removeMapping, { id }), 404)).toMatch('no such mapping');
});

it('refuses what cannot be mapped', async () => {
  expect(await refusal(await call(mapping.getMappingHead, { id: 'none1234' }), 404)).toMatch(
    'import',
  );
  const text = await drop('no JSON at all');
  expect(text.error).toMatchObject({
    code: 'no-records',
    hint: expect.stringContaining('nothing to map') as string,
  });
  const head = await call(mapping.getMappingHead, { id: text.id });
  expect(await refusal(head, 422)).toBe('The file is text without any JSON.');
  const wrong = JSON.stringify({ mapping: { ...robots, version: 2 } });
  await refusal(await call(mapping.postImportMapping, { id: text.id }, wrong), 400);
  const unknown = JSON.stringify({ format: 'nothing' });
  const answer = await call(mapping.postImportMapping, { id: text.id }, unknown);
  expect(await refusal(answer, 400)).toBe('There is no such format.');
});

it('reads a file as a format that the user names', async () => {
  const failed = await drop(log('three'));
  const body = JSON.stringify({ format: 'claude-code' });
  await call(mapping.postImportMapping, { id: failed.id }, body);
  expect(await ended(failed.id)).toMatchObject({
    status: 'failed',
    error: { code: 'no-sessions' },
  });
});
