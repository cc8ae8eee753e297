import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { runQueue } from '@/lib/server/import/run-queue';
import { parseSession } from '@/lib/engine/session/serialize';
import type { Json, Session, Tool } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { toolSizes } from '@/lib/engine/tokens/contextguard';
import { createNote, stepNotes } from '@/lib/server/db/runs/notes';
import { attachPrefix, deleteSessions, findSession } from '@/lib/server/db/sessions/sessions';
import { readToolDefinitions } from '@/lib/api/tool-definitions';
import { measureSession } from '@/lib/engine/tokens/measure';
import {
  entryPageSchema,
  errorEnvelopeSchema,
  prefixTextSchema,
  sessionPageSchema,
} from '@/lib/api/contract/contract';
import { shareSchema } from '@/lib/api/contract/share-contract';
import { getExport, getShare } from './export';
import {
  compactionListSchema,
  excerptsSchema,
} from '@/lib/api/contract/workbench/compaction-contract';
import { getRecordedCompactions, getExcerpts } from './compactions';
import { getPrefix, putPrefix } from './prefix';
import { getQuestion } from './questions';
import { getSession, getSessions, patchSession, postSessions } from './sessions';
import { getEntries } from './texts/texts';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-share-${process.pid}`;
  process.env['DATABASE_URL'] = `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/server/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));

// Concatenated, so that secret scanners of this repository do not match it.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');

const session: Session = textSession(
  `
  system "PRIVATE system"
  model claude-x
  u "PRIVATE question ${token}"
  -- 1234
  + m "PRIVATE answer"
  + c grep {"a":"PRIVATE"}
  r grep {"result":"PRIVATE ${token} jane@corp-mail.de"}
  -- 1300
  == compact "PRIVATE summary ${token}" kept 1-2
  u "PRIVATE go on"
  -- 700
  `,
  'PRIVATE name',
);

const url = (path: string): string => `http://127.0.0.1:3000${path}`;
const headers = { host: '127.0.0.1:3000' };
const context = <P>(params: P): { readonly params: Promise<P> } => ({
  params: Promise.resolve(params),
});

async function work(): Promise<void> {
  await runQueue(await database(), new AbortController().signal, () => sleep(10));
}

async function upload(text: string): Promise<string> {
  const request = new Request(url('/api/sessions'), {
    method: 'POST',
    body: text,
    headers: { ...headers, 'x-file-name': 'private.json' },
  });
  await postSessions(request, context({}));
  await work();
  const answer = await getSessions(new Request(url('/api/sessions'), { headers }), context({}));
  return sessionPageSchema.parse(await answer.json()).sessions[0]!.id;
}

const get = (
  route: typeof getShare,
  path: string,
  params: { readonly id: string },
): Promise<Response> => route(new Request(url(path), { headers }), context(params));

let id = '';
beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  id = await upload(JSON.stringify(session));
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

const exported = async (form: string): Promise<string> => {
  const answer = await get(getExport, `/api/sessions/${id}/export?form=${form}`, { id });
  expect(answer.status).toBe(200);
  return answer.text();
};

const parsed = (text: string): Session => {
  const result = parseSession(JSON.parse(text));
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('a shared session', () => {
  it('holds sizes in place of texts unless the full form is asked for', async () => {
    const answer = await get(getExport, `/api/sessions/${id}/export`, { id });
    expect(answer.headers.get('content-disposition')).toContain(`highwater-${id}-numbers.json`);
    const text = await answer.text();
    expect(text).not.toContain('PRIVATE');
    expect(text).not.toContain(token);
    expect(text).not.toContain('private.json');
    const numbers = measureSession(parsed(text));
    const whole = measureSession(parsed(await exported('full')));
    expect(numbers.entries).toEqual(whole.entries);
    expect(numbers.head.compactions).toEqual(whole.head.compactions);
    expect([...numbers.steps.real]).toEqual([1234, 1300, 700]);
  });

  it('is, in the full form, what was imported', async () => {
    const whole = parsed(await exported('full'));
    expect(whole.entries).toEqual(session.entries);
    expect(whole.steps).toEqual(session.steps);
    expect(whole.compactions).toEqual(session.compactions);
  });

  it('carries the limit that the user gave', async () => {
    const request = new Request(url(`/api/sessions/${id}`), {
      method: 'PATCH',
      body: JSON.stringify({ limit: { tokens: 54_321 } }),
      headers: { ...headers, 'content-type': 'application/json' },
    });
    expect((await patchSession(request, context({ id }))).status).toBe(200);
    expect(parsed(await exported('numbers')).limit).toEqual({ tokens: 54_321, source: 'user' });
  });

  it('is described before it leaves, with the secrets it would carry', async () => {
    const answer = await get(getShare, `/api/sessions/${id}/share`, { id });
    const share = shareSchema.parse(await answer.json());
    expect(share).toMatchObject({ entries: session.entries.length, steps: 3, compactions: 1 });
    expect(share.secrets).toEqual({
      email: { distinct: 1, places: 1 },
      github: { distinct: 1, places: 3 },
    });
  });

  it('brings the notes of the user only where they are asked for, and to the next library', async () => {
    const db = await database();
    await createNote(db, id, { first: 1, last: 2, text: `Mine: ${token}` });
    const answer = await get(getShare, `/api/sessions/${id}/share`, { id });
    const share = shareSchema.parse(await answer.json());
    expect(share.notes).toEqual({ count: 1, secrets: { github: { distinct: 1, places: 1 } } });
    for (const form of ['numbers', 'full']) {
      expect(await exported(form)).not.toContain('Mine');
      const text = await exported(`${form}&notes=true`);
      expect(parsed(text).notes).toEqual([{ first: 1, last: 2, text: `Mine: ${token}` }]);
      const other = await upload(text);
      expect(other).not.toBe(id);
      const masked = 'Mine: [GitHub token, 40 characters, masked]';
      expect(await stepNotes(db, other)).toEqual([{ first: 1, last: 2, text: masked }]);
      await deleteSessions(db, [other]);
    }
  });

  it('refuses an unknown form', async () => {
    const answer = await get(getExport, `/api/sessions/${id}/export?form=some`, { id });
    expect(answer.status).toBe(400);
  });
});

describe('texts on a page', () => {
  it('have their secrets masked and counted', async () => {
    const answer = await get(getEntries, `/api/sessions/${id}/entries?from=0`, { id });
    const text = await answer.text();
    expect(text).not.toContain(token);
    expect(text).toContain('[GitHub token, 40 characters, masked]');
    expect(entryPageSchema.parse(JSON.parse(text)).masked).toBe(3);
  });

  it('of summaries too', async () => {
    const answer = await get(getRecordedCompactions, `/api/sessions/${id}/recorded-compactions`, {
      id,
    });
    const text = await answer.text();
    expect(compactionListSchema.parse(JSON.parse(text)).compactions).toHaveLength(1);
    expect(text).not.toContain(token);
  });

  it('of what is said of compactions too, and of the beginnings of texts', async () => {
    const path = `/api/sessions/${id}/compactions?text=true`;
    const params = Promise.resolve({ id, question: 'compactions' });
    const answer = await getQuestion(new Request(url(path), { headers }), { params });
    const reports = await answer.text();
    expect(JSON.parse(reports)).toMatchObject({ compactions: [{ source: 'recorded' }] });
    expect(reports).not.toContain(token.slice(0, 12));
    const excerpts = await (await get(getExcerpts, `/api/sessions/${id}/excerpts`, { id })).text();
    expect(excerptsSchema.parse(JSON.parse(excerpts)).next).toBeNull();
    expect(excerpts).not.toContain(token.slice(0, 12));
  });
});

describe('tool definitions that nest deep', () => {
  /** A schema of so many levels, as text. */
  const nested = (levels: number): string =>
    `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
  const tools = (levels: number): string => `[{"name":"deep","parameters":${nested(levels)}}]`;

  const attach = (levels: number): Promise<Response> =>
    putPrefix(
      new Request(url(`/api/sessions/${id}/prefix`), {
        method: 'PUT',
        body: `{"system":null,"tools":${tools(levels)}}`,
        headers: { ...headers, 'content-type': 'application/json' },
      }),
      context({ id }),
    );

  const expectReadable = async (): Promise<void> => {
    for (const route of [getShare, getPrefix, getSession]) {
      expect((await get(route, `/api/sessions/${id}`, { id })).status).toBe(200);
    }
    for (const form of ['numbers', 'full']) parsed(await exported(form));
  };

  it.each([201, 1_000, 1_500, 5_000, 100_000])('are refused: %d levels', async (levels) => {
    const answer = await attach(levels);
    expect(answer.status).toBe(400);
    const { error } = errorEnvelopeSchema.parse(await answer.json());
    expect(error).toMatchObject({ at: 'tools' });
    expect(error.message).toContain('at most 200 levels');
    await expectReadable();
  });

  it('are kept where they are not too deep', async () => {
    // The list and the definition are two levels.
    expect((await attach(198)).status).toBe(200);
    await expectReadable();
    expect((await attach(199)).status).toBe(400);
  });

  it('become sizes where an earlier version has stored them', async () => {
    const db = await database();
    const { value } = readToolDefinitions(JSON.parse(tools(1_000)) as Json) as {
      readonly value: readonly Tool[];
    };
    const row = await findSession(db, id);
    const measure = { system: null, tools: { tokens: 1, tools: 1 }, attachedAt: 1 };
    const text = JSON.stringify({ system: null, tools: value });
    await attachPrefix(db, id, { measure: JSON.stringify(measure), text }, row!);
    await expectReadable();
    const answer = await get(getPrefix, `/api/sessions/${id}/prefix`, { id });
    const { attached } = prefixTextSchema.parse(await answer.json());
    expect(attached?.tools).toEqual(value.map((tool) => ({ sizes: toolSizes(tool) })));
  });
});
