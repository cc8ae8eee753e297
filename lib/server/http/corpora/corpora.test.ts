import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { database } from '@/lib/server/db/client';
import { deleteSessions, restoreSessions } from '@/lib/server/db/sessions/sessions';
import { canonicalTrace } from '@/lib/server/import/testing/trace-fixture';
import { sessionPageSchema } from '@/lib/api/contract/contract';
import {
  corpusListSchema,
  corpusPageSchema,
  corpusSchema,
  MOST_PROFILES,
} from '@/lib/api/contract/corpus-contract';
import { unframed } from '@/lib/api/profile-frames';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import { putPrefix } from '../sessions/prefix';
import { getSessions } from '../sessions/listing';
import { patchSession } from '../sessions/sessions';
import {
  call,
  closeLibrary,
  importQueued,
  openLibrary,
  read,
  refusal,
  uploadText,
} from '../testing/library-routes';
import * as corpora from './corpora';
import { postProfiles } from './profiles';
import { readMissingFacts } from './session-facts';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const NAMES = ['one', 'two', 'three'];
const SIDECHAIN = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/sidechain.jsonl';

beforeAll(async () => {
  await openLibrary();
  for (const [i, name] of NAMES.entries()) {
    await uploadText(`${name}.json`, canonicalTrace(name, 4 + i));
  }
  await uploadText('sidechain.jsonl', readFileSync(SIDECHAIN, 'utf8'));
  await importQueued();
});
afterAll(closeLibrary);
beforeEach(async () => {
  await (await database()).prisma.corpus.deleteMany({});
});

/** Ids by name. */
async function ids(): Promise<Readonly<Record<string, string>>> {
  const { sessions } = await read(sessionPageSchema, call(getSessions, {}));
  return Object.fromEntries(sessions.map(({ name, id }) => [name, id]));
}

const idOf = async (name: string): Promise<string> => (await ids())[name]!;
const resolve = (body: object) =>
  read(corpusPageSchema, call(corpora.postResolve, {}, 'POST', body));
const ofTests = { agents: ['Test agent'] };
const save = async (body: object) =>
  read(corpusSchema, call(corpora.postCorpus, {}, 'POST', body), 201);

async function profiles(list: readonly string[]): Promise<readonly Uint8Array[]> {
  const response = await call(postProfiles, {}, 'POST', { ids: list });
  expect(response.status).toBe(200);
  return unframed(new Uint8Array(await response.arrayBuffer()));
}

const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

describe('the facts of a session', () => {
  it('are stored with its import: the time of its first step, the hash of its numbers', async () => {
    const { sessions } = await resolve({ filter: ofTests });
    expect(sessions.map(({ name }) => name)).toEqual(NAMES);
    expect(sessions[0]).toMatchObject({
      ...{ agent: 'Test agent', model: 'test-model', generated: false, subAgent: false },
      ...{ startedAt: 1.75e12, steps: 4, limit: 10_000, peak: 1_300 },
    });
    const bytes = await profiles(sessions.map(({ id }) => id));
    expect(bytes.map(sha256)).toEqual(sessions.map(({ hash }) => hash));
    expect(new Set(sessions.map(({ hash }) => hash)).size).toBe(3);
  });

  it('put a sub-agent and its parent into one cluster', async () => {
    const { sessions } = await resolve({ filter: { agents: ['Claude Code'] } });
    expect(sessions.map(({ subAgent }) => subAgent)).toContain(true);
    expect(sessions.map(({ subAgent }) => subAgent)).toContain(false);
    expect(new Set(sessions.map(({ cluster }) => cluster)).size).toBe(1);
    const { sessions: parts } = await resolve({ filter: { subAgents: 'only' } });
    expect(parts.length).toBe(sessions.filter(({ subAgent }) => subAgent).length);
  });

  it('follow the limit and the prefix of the user, and come back with them', async () => {
    const id = await idOf('two');
    const now = async () => (await resolve({ sessions: [id] })).sessions[0]!;
    const { hash } = await now();
    await call(patchSession, { id }, 'PATCH', { limit: { tokens: 5_000 } });
    const limited = await now();
    expect(limited.limit).toBe(5_000);
    expect(limited.hash).not.toBe(hash);
    const [bytes] = await profiles([id]);
    expect(sha256(bytes!)).toBe(limited.hash);
    expect(decodeProfile(bytes!).head.limit).toEqual({ tokens: 5_000, source: 'user' });
    await call(patchSession, { id }, 'PATCH', { limit: null });
    expect((await now()).hash).toBe(hash);

    await call(putPrefix, { id }, 'PUT', { system: 'You are a test.', tools: null });
    const [prefixed] = await profiles([id]);
    expect(decodeProfile(prefixed!).head.system).toBeGreaterThan(0);
    expect((await now()).hash).toBe(sha256(prefixed!));
    expect((await now()).hash).not.toBe(hash);
  });

  it('are read when they are needed in a library of an earlier version', async () => {
    const { prisma } = await database();
    const before = await resolve({ filter: ofTests });
    await prisma.session.updateMany({ data: { hash: null, startedAt: null } });
    const june = { ...ofTests, started: { from: '2025-06-15', to: '2025-06-15' } };
    expect(await resolve({ filter: june })).toEqual(before);
    expect(await prisma.session.count({ where: { hash: null, agent: 'Test agent' } })).toBe(0);
    expect(
      await resolve({ filter: { ...june, started: { from: '2025-06-16', to: null } } }),
    ).toEqual({ sessions: [], missing: [], changed: [], next: null });
    await prisma.session.updateMany({ data: { hash: null, startedAt: null } });
    expect(await resolve({ sessions: [before.sessions[1]!.id] })).toMatchObject({
      sessions: [before.sessions[1]],
    });
  });
});

describe('a session whose numbers cannot be read', () => {
  it('is named as missing, and keeps no other session back', async () => {
    const { prisma } = await database();
    const id = await idOf('two');
    const { profile } = await prisma.sessionData.findUniqueOrThrow({ where: { sessionId: id } });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const store = (bytes: Uint8Array<ArrayBuffer>) =>
      prisma.sessionData.update({ where: { sessionId: id }, data: { profile: bytes } });
    await store(new Uint8Array([1, 2, 3]));
    await prisma.session.updateMany({ data: { hash: null, startedAt: null } });
    const day = { started: { from: '2025-06-15', to: '2025-06-15' } };
    const { sessions, missing } = await resolve({ filter: { ...ofTests, ...day } });
    expect(sessions.map(({ name }) => name)).toEqual(['one', 'three']);
    expect(missing).toEqual([]);
    expect(await resolve({ filter: ofTests })).toMatchObject({ missing: [id] });
    expect(await resolve({ sessions: [id] })).toMatchObject({ sessions: [], missing: [id] });
    expect(logged.mock.calls[0]?.[0]).toContain(id);
    logged.mockRestore();
    await store(profile);
    await readMissingFacts(await database(), null);
    expect(await prisma.session.count({ where: { hash: null } })).toBe(0);
  });
});

describe('a corpus', () => {
  it('is a saved filter: new sessions join it, deleted ones leave it', async () => {
    const { id, ...saved } = await save({ name: ' Tests ', filter: ofTests });
    expect(saved).toMatchObject({
      name: 'Tests',
      frozen: null,
      filter: { agents: ['Test agent'] },
    });
    const list = await read(corpusListSchema, call(corpora.getCorpora, {}));
    expect(list.corpora).toEqual([{ id, ...saved }]);
    const of = async () =>
      (await read(corpusPageSchema, call(corpora.getCorpusSessions, { id }))).sessions.map(
        ({ name }) => name,
      );
    expect(await of()).toEqual(NAMES);
    const db = await database();
    const gone = await idOf('two');
    await deleteSessions(db, [gone]);
    expect(await of()).toEqual(['one', 'three']);
    await restoreSessions(db, [gone]);
    expect(await of()).toEqual(NAMES);
  });

  it('is frozen by the content of its sessions, and says what is missing or has changed', async () => {
    const { id } = await save({ name: 'Tests', filter: ofTests });
    const frozen = await read(corpusSchema, call(corpora.postFreeze, { id }, 'POST'));
    const { sessions } = await resolve({ filter: ofTests });
    const hashes = sessions.map(({ hash }) => hash).sort();
    expect(frozen.frozen).toEqual({ sessions: 3, sha256: sha256(hashes.join('\n')) });
    expect(frozen.filter).toMatchObject({ agents: ['Test agent'] });
    const listed = await save({
      name: 'The same',
      sessions: sessions.map((one) => one.id).reverse(),
    });
    expect(listed.frozen).toEqual(frozen.frozen);

    const db = await database();
    await deleteSessions(db, [sessions[0]!.id]);
    await call(patchSession, { id: sessions[2]!.id }, 'PATCH', { limit: { tokens: 7_000 } });
    const page = await resolve({ corpus: id });
    expect(page.sessions.map(({ name }) => name)).toEqual(['two', 'three']);
    expect(page).toMatchObject({ missing: [sessions[0]!.id], changed: [sessions[2]!.id] });
    await restoreSessions(db, [sessions[0]!.id]);
    await call(patchSession, { id: sessions[2]!.id }, 'PATCH', { limit: null });

    const again = await refusal(call(corpora.postFreeze, { id }, 'POST'), 409);
    expect(again.message).toBe('The corpus is frozen: its list stays as it is.');
    await refusal(call(corpora.patchCorpus, { id }, 'PATCH', { filter: {} }), 409);
    await refusal(call(corpora.patchCorpus, { id }, 'PATCH', { pick: [sessions[0]!.id] }), 409);
  });

  it('has what passes its filter and what was picked by hand, wherever it is named', async () => {
    const db = await database();
    const [one, two] = [await idOf('one'), await idOf('two')];
    const steps = { steps: { from: 6 } };
    const { id, picked } = await save({
      name: 'Both',
      filter: { ...ofTests, ...steps },
      picked: [one],
    });
    expect(picked).toEqual([one]);
    const names = async () => (await resolve({ corpus: id })).sessions.map(({ name }) => name);
    expect(await names()).toEqual(['one', 'three']);
    const listed = async (more = '') => {
      const query = `?corpus=${id}&sort=name${more}`;
      const page = await read(sessionPageSchema, call(getSessions, {}, 'GET', undefined, query));
      return page.sessions.map(({ name }) => name);
    };
    expect(await listed()).toEqual(['one', 'three']);
    // A condition of the page holds for the picked ones too.
    expect(await listed('&steps=5-')).toEqual(['three']);

    const patch = (body: object) =>
      read(corpusSchema, call(corpora.patchCorpus, { id }, 'PATCH', body));
    expect((await patch({ pick: [two, one] })).picked).toEqual([one, two]);
    expect((await patch({ unpick: [one] })).filter).toMatchObject({ steps: { from: 6, to: null } });
    expect(await names()).toEqual(['two', 'three']);
    await refusal(call(corpora.patchCorpus, { id }, 'PATCH', { pick: ['aaaaaaaa'] }), 404);

    // Deleted, it leaves the corpus; what is frozen then has only what is there.
    await deleteSessions(db, [two]);
    expect(await names()).toEqual(['three']);
    const frozen = await read(corpusSchema, call(corpora.postFreeze, { id }, 'POST'));
    expect(frozen).toMatchObject({ picked: [two], frozen: { sessions: 1 } });
    await restoreSessions(db, [two]);
    expect(await names()).toEqual(['three']);
  });

  it('leaves out what was taken away by hand, whatever its filter says, until it is added again', async () => {
    const [one, two] = [await idOf('one'), await idOf('two')];
    const { id } = await save({ name: 'But two', filter: ofTests });
    const patch = (body: object) =>
      read(corpusSchema, call(corpora.patchCorpus, { id }, 'PATCH', body));
    const names = async () => {
      const { sessions } = await read(corpusPageSchema, call(corpora.getCorpusSessions, { id }));
      return sessions.map(({ name }) => name);
    };
    const listed = async () =>
      (await read(sessionPageSchema, call(getSessions, {}, 'GET', undefined, `?corpus=${id}`)))
        .sessions.length;
    expect((await patch({ unpick: [two] })).excluded).toEqual([two]);
    expect([await names(), await listed()]).toEqual([['one', 'three'], 2]);
    const { sessions } = await resolve({ corpus: id });
    expect(sessions.map(({ name }) => name)).toEqual(['one', 'three']);
    expect((await patch({ pick: [two] })).excluded).toEqual([]);
    expect(await names()).toEqual(NAMES);
    await patch({ unpick: [one, two] });
    const frozen = await read(corpusSchema, call(corpora.postFreeze, { id }, 'POST'), 200);
    expect(frozen.frozen?.sessions).toBe(1);
  });

  it('may be of picked sessions alone, and says which are gone', async () => {
    const [one, two] = [await idOf('one'), await idOf('two')];
    const { id, filter, frozen } = await save({ name: 'By hand', picked: [two, one, two] });
    expect({ filter, frozen }).toEqual({ filter: null, frozen: null });
    expect((await resolve({ corpus: id })).sessions.map(({ name }) => name)).toEqual([
      'two',
      'one',
    ]);
    await deleteSessions(await database(), [one]);
    expect(await resolve({ corpus: id })).toMatchObject({ missing: [one] });
    await restoreSessions(await database(), [one]);
  });

  it('is renamed, filtered anew and deleted; its sessions stay', async () => {
    const { id } = await save({ name: 'Tests', filter: {} });
    const patch = { name: 'Fewer', filter: { steps: { from: 5 } } };
    const changed = await read(corpusSchema, call(corpora.patchCorpus, { id }, 'PATCH', patch));
    expect(changed).toMatchObject({ name: 'Fewer', filter: { steps: { from: 5, to: null } } });
    await read(corpusSchema, call(corpora.removeCorpus, { id }, 'DELETE'));
    await refusal(call(corpora.getCorpus, { id }), 404);
    expect(await ids()).toHaveProperty('one');
  });

  it('cannot be made of nothing, of two things or of a session that is not there', async () => {
    const post = (body: object, status: number) =>
      refusal(call(corpora.postCorpus, {}, 'POST', { name: 'X', ...body }), status);
    expect((await post({}, 400)).message).toMatch(/a filter, picked sessions or both/);
    await post({ filter: {}, sessions: ['aaaaaaaa'] }, 400);
    await post({ filter: {}, picked: ['aaaaaaaa'] }, 404);
    await post({ filter: { agent: ['misspelt'] } }, 400);
    const missing = await post({ sessions: [await idOf('one'), 'aaaaaaaa'] }, 404);
    expect(missing).toMatchObject({ message: 'There is no session aaaaaaaa in the library.' });
    const { id } = await save({ name: 'None', filter: { agents: ['Nobody'] } });
    expect((await refusal(call(corpora.postFreeze, { id }, 'POST'), 400)).message).toBe(
      'No session is in the corpus now.',
    );
  });

  it('is named once in a request for sessions', async () => {
    await refusal(call(corpora.postResolve, {}, 'POST', {}), 400);
    await refusal(call(corpora.postResolve, {}, 'POST', { filter: {}, corpus: 'aaaaaaaa' }), 400);
    await refusal(call(corpora.postResolve, {}, 'POST', { corpus: 'aaaaaaaa' }), 404);
    await refusal(call(corpora.postResolve, {}, 'POST', { filter: {}, take: 5_001 }), 400);
  });
});

describe('profiles at once', () => {
  it('come in the order of the request', async () => {
    const all = await ids();
    const wanted = [all['three']!, all['one']!, all['three']!];
    const steps = (await profiles(wanted)).map((bytes) => decodeProfile(bytes).stepCount);
    expect(steps).toEqual([6, 4, 6]);
  });

  it('are refused together if one is missing, which the error names', async () => {
    const post = (list: readonly string[], status: number) =>
      refusal(call(postProfiles, {}, 'POST', { ids: list }), status);
    const error = await post([await idOf('one'), 'zzzzzzzz'], 404);
    expect(error).toMatchObject({
      code: 'not-found',
      message: 'There is no session zzzzzzzz in the library.',
      at: 'zzzzzzzz',
    });
    await post([], 400);
    await post(
      Array.from({ length: MOST_PROFILES + 1 }, (_, i) => `aaaaaaaa${i}`),
      400,
    );
  });
});
