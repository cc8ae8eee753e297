import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database } from '@/lib/server/db/client';
import { parseSession } from '@/lib/engine/session/serialize';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { createNote, stepNotes } from '@/lib/server/db/runs/notes';
import { deleteSessions } from '@/lib/server/db/sessions/sessions';
import { measureSession } from '@/lib/engine/tokens/measure';
import { entryPageSchema, errorEnvelopeSchema } from '@/lib/api/contract/contract';
import { shareSchema } from '@/lib/api/contract/share-contract';
import { getExport, getShare } from './export';
import {
  compactionListSchema,
  excerptsSchema,
} from '@/lib/api/contract/workbench/compaction-contract';
import { getRecordedCompactions, getExcerpts } from './compactions';
import { getPrefix, putPrefix } from './prefix';
import { getSession, patchSession } from './sessions';
import { getEntries } from './texts/texts';
import {
  ask,
  call,
  closeLibrary,
  context,
  get,
  headers,
  importQueued,
  imported,
  listed,
  openLibrary,
  uploadText,
  url,
} from '../testing/library-routes';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

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

let id = '';
beforeAll(async () => {
  await openLibrary();
  id = await imported(session);
});
afterAll(closeLibrary);

const exported = async (form: string): Promise<string> => {
  const answer = await get(getExport, id, `?form=${form}`);
  expect(answer.status).toBe(200);
  return answer.text();
};

const parsed = (text: string): Session => {
  return successOf(parseSession(JSON.parse(text)));
};

describe('a shared session', () => {
  it('holds sizes in place of texts unless the full form is asked for', async () => {
    const answer = await get(getExport, id);
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
    const patched = await call(patchSession, { id }, 'PATCH', { limit: { tokens: 54_321 } });
    expect(patched.status).toBe(200);
    expect(parsed(await exported('numbers')).limit).toEqual({ tokens: 54_321, source: 'user' });
  });

  it('is described before it leaves, with the secrets it would carry', async () => {
    const answer = await get(getShare, id);
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
    const answer = await get(getShare, id);
    const share = shareSchema.parse(await answer.json());
    expect(share.notes).toEqual({ count: 1, secrets: { github: { distinct: 1, places: 1 } } });
    for (const form of ['numbers', 'full']) {
      expect(await exported(form)).not.toContain('Mine');
      const text = await exported(`${form}&notes=true`);
      expect(parsed(text).notes).toEqual([{ first: 1, last: 2, text: `Mine: ${token}` }]);
      await uploadText('private.json', text);
      await importQueued();
      const other = (await listed())[0]!.id;
      expect(other).not.toBe(id);
      const masked = 'Mine: [GitHub token, 40 characters, masked]';
      expect(await stepNotes(db, other)).toEqual([{ first: 1, last: 2, text: masked }]);
      await deleteSessions(db, [other]);
    }
  });

  it('refuses an unknown form', async () => {
    const answer = await get(getExport, id, `?form=some`);
    expect(answer.status).toBe(400);
  });
});

describe('texts on a page', () => {
  it('have their secrets masked and counted', async () => {
    const answer = await get(getEntries, id, `?from=0`);
    const text = await answer.text();
    expect(text).not.toContain(token);
    expect(text).toContain('[GitHub token, 40 characters, masked]');
    expect(entryPageSchema.parse(JSON.parse(text)).masked).toBe(3);
  });

  it('of summaries too', async () => {
    const answer = await get(getRecordedCompactions, id);
    const text = await answer.text();
    expect(compactionListSchema.parse(JSON.parse(text)).compactions).toHaveLength(1);
    expect(text).not.toContain(token);
  });

  it('of what is said of compactions too, and of the beginnings of texts', async () => {
    const answer = await ask('compactions', id, { text: true });
    const reports = await answer.text();
    expect(JSON.parse(reports)).toMatchObject({ compactions: [{ source: 'recorded' }] });
    expect(reports).not.toContain(token.slice(0, 12));
    const excerpts = await (await get(getExcerpts, id)).text();
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
      new Request(`${url}/${id}/prefix`, {
        method: 'PUT',
        body: `{"system":null,"tools":${tools(levels)}}`,
        headers: { ...headers, 'content-type': 'application/json' },
      }),
      context({ id }),
    );

  const expectReadable = async (): Promise<void> => {
    for (const route of [getShare, getPrefix, getSession]) {
      expect((await get(route, id)).status).toBe(200);
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
});
