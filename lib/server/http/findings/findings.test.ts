import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { JUDGED_BY } from '@/lib/analysis/detectors/own-findings';
import { database } from '@/lib/server/db/client';
import { parseSession } from '@/lib/engine/session/serialize';
import { textSession } from '@/lib/engine/session/testing/text-session';
import type { Session } from '@/lib/engine/session/schema';
import type { SessionRow } from '@/lib/api/contract/contract';
import {
  suppressionListSchema,
  suppressionSchema,
} from '@/lib/api/contract/findings/findings-contract';
import { anySession } from '@/lib/api/contract/session-filter';
import { sessionsWhere } from '@/lib/server/db/sessions/corpus-rows';
import { conditionsOf } from '../corpora/conditions';
import { patchSession } from '../sessions/sessions';
import { type findings as question } from '@/lib/answers/questions/findings';
import { getQuestion } from '../sessions/questions';
import { judgePendingSessions } from './judge-sessions';
import { deleteSuppression, getSuppressions, postSuppression } from './suppressions';
import {
  call,
  closeLibrary,
  get,
  importQueued,
  openLibrary,
  rows,
  upload,
} from '../testing/library-routes';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const readIncident = successOf(
  parseSession(JSON.parse(readFileSync('public/samples/production-incident.json', 'utf8'))),
);
const incident: Session = readIncident;

const rowOf = async (name: string): Promise<SessionRow> => (await rows())[name]!;

async function asked(name: string, query: string): Promise<Response> {
  const { id } = await rowOf(name);
  return call(getQuestion, { id, question: 'findings' }, 'GET', undefined, query);
}

type Found = z.output<typeof question.output> & { readonly policy: string };

async function found(name: string, query = ''): Promise<Found> {
  const answer = await asked(name, query);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Found;
}

async function suppressed(name: string, body: object): Promise<Response> {
  return call(postSuppression, { id: (await rowOf(name)).id }, 'POST', body);
}

async function suppressionsOf(name: string) {
  const answer = await get(getSuppressions, (await rowOf(name)).id);
  return suppressionListSchema.parse(await answer.json()).suppressions;
}

const restored = (id: string): Promise<Response> => call(deleteSuppression, { id }, 'DELETE');

/** Names of the listed sessions with findings, by the condition that the server asks the database. */
async function withFindings(): Promise<readonly string[]> {
  const conditions = conditionsOf({ ...anySession, events: ['findings'] });
  const rows = await sessionsWhere(await database(), conditions, 0, 100);
  return rows.map(({ name }) => name);
}

const NAME = 'Sample: production incident, 200,819 tokens refused';

beforeAll(async () => {
  await openLibrary();
  await upload(incident);
  await upload(
    textSession('system 400\ntools 400\nlimit 200000\nu 400\n-- 400\nm 400\n-- 500', 'clean'),
  );
  await upload(textSession('u 40\n-- 10\nm 40\n-- ?', 'gap'));
  await importQueued();
});
afterAll(closeLibrary);

describe('GET /api/sessions/[id]/findings', () => {
  it('names what it cannot read', async () => {
    const answer = await asked(NAME, '?settings=%7B');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { at: 'settings' } });
  });
});

describe('the library', () => {
  it('counts the findings of each session as it ran', async () => {
    expect((await rowOf(NAME)).findings).toBe(7);
    expect((await rowOf('clean')).findings).toBe(0);
    expect((await rowOf('gap')).findings).toBe((await found('gap')).findings.length);
    expect(await withFindings()).toEqual([NAME, 'gap']);
  });

  it('counts them anew with the user’s limit', async () => {
    const { id } = await rowOf('gap');
    const before = (await rowOf('gap')).findings;
    const patched = (limit: object | null) => call(patchSession, { id }, 'PATCH', { limit });
    await patched({ tokens: 12 });
    expect((await rowOf('gap')).findings).toBe((await found('gap')).findings.length);
    await patched(null);
    expect((await rowOf('gap')).findings).toBe(before);
  });

  it('judges a session anew that other detectors judged', async () => {
    const db = await database();
    expect(await judgePendingSessions(db)).toBe(0);
    await db.prisma.session.updateMany({
      where: { name: NAME },
      data: { found: null, foundBy: '1.0' },
    });
    await db.prisma.session.updateMany({
      where: { name: 'clean' },
      data: { found: null, foundBy: null },
    });
    expect((await rowOf(NAME)).findings).toBeNull();
    expect(await judgePendingSessions(db)).toBe(2);
    expect([(await rowOf(NAME)).findings, (await rowOf('clean')).findings]).toEqual([7, 0]);
    const stored = await db.prisma.session.findFirst({ where: { name: NAME } });
    expect(stored?.foundBy).toBe(JUDGED_BY);
  });
});

describe('a suppression', () => {
  const input = { detector: 'default-factor', scope: 'session', reason: ' Only step 0 uses it. ' };

  it('needs a reason and the id of a detector', async () => {
    expect((await suppressed(NAME, { ...input, reason: '  ' })).status).toBe(400);
    expect((await suppressed(NAME, { ...input, detector: 'x]y' })).status).toBe(400);
    expect((await rowOf(NAME)).findings).toBe(7);
  });

  it('of a session takes its findings out of the count, until it is restored', async () => {
    const answer = await suppressed(NAME, input);
    expect(answer.status).toBe(201);
    const made = suppressionSchema.parse(await answer.json());
    expect(made).toMatchObject({ scope: 'session', reason: 'Only step 0 uses it.' });
    expect((await rowOf(NAME)).findings).toBe(6);
    expect(await suppressionsOf(NAME)).toEqual([made]);
    expect(await suppressionsOf('gap')).toEqual([]);
    expect((await restored(made.id)).status).toBe(200);
    expect((await rowOf(NAME)).findings).toBe(7);
    expect((await restored(made.id)).status).toBe(404);
  });

  it('of the library takes the place of those of single sessions, and nothing is counted twice', async () => {
    await suppressed('gap', { ...input, detector: 'usage-missing' });
    const [before] = await withFindings();
    expect(before).toBe(NAME);
    const all = suppressionSchema.parse(
      await (
        await suppressed(NAME, { ...input, detector: 'usage-missing', scope: 'library' })
      ).json(),
    );
    const gap = await found('gap');
    expect(await suppressionsOf('gap')).toEqual([all]);
    expect((await rowOf('gap')).findings).toBe(gap.findings.length - 1);
    // One for a single session changes nothing where one for all holds.
    const again = suppressionSchema.parse(
      await (await suppressed('gap', { ...input, detector: 'usage-missing' })).json(),
    );
    expect(again).toEqual(all);
    expect(await suppressionsOf('clean')).toEqual([all]);
    await restored(all.id);
    expect((await rowOf('gap')).findings).toBe(gap.findings.length);
  });
});

describe('a session that has just been imported', () => {
  const read = (path: string): string => `c read {"path":"${path}"}\nr read "package of ${path}"`;
  const both = `${read('src/reader.go')}\n-- 9000\n${read('src/writer.go')}\n-- 9500`;
  const picture = `u "repair it"\n${both}\n== compact "half done"\nu "go on"\n-- 3000\n${both}`;

  it('is judged with the names in its texts once nothing waits to be read', async () => {
    const db = await database();
    await upload(textSession(picture, 'again'));
    await importQueued();
    const before = (await db.prisma.session.findFirst({ where: { name: 'again' } }))!;
    expect(before.foundBy).toBeNull();
    expect(before.found).not.toContain('[files-reread]');
    expect(await judgePendingSessions(db, () => true)).toBe(0);
    expect(await judgePendingSessions(db)).toBe(1);
    const after = (await db.prisma.session.findFirst({ where: { name: 'again' } }))!;
    expect(after).toMatchObject({ foundBy: JUDGED_BY });
    expect(after.found).toContain('[files-reread]');
    expect((await rowOf('again')).findings).toBe((await found('again')).findings.length);
  });
});
