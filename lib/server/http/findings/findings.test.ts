import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as z from 'zod';
import { provenFinding } from '@/lib/analysis/detectors/cures/cured-finding';
import { entryName } from '@/lib/analysis/detectors/evidence/entry-name';
import { JUDGED_BY } from '@/lib/analysis/detectors/own-findings';
import { findings } from '@/lib/analysis/detectors/registry';
import { openSession } from '@/lib/analysis/fit/opening';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { parseSession } from '@/lib/engine/session/serialize';
import { textSession } from '@/lib/engine/session/testing/text-session';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { SessionRow } from '@/lib/api/contract/contract';
import {
  suppressionListSchema,
  suppressionSchema,
} from '@/lib/api/contract/findings/findings-contract';
import { anySession } from '@/lib/api/contract/session-filter';
import { sessionsWhere } from '@/lib/server/db/sessions/corpus-rows';
import { conditionsOf } from '../corpora/conditions';
import { patchSession } from '../sessions/sessions';
import { context, get, headers, importQueued, rows, upload, url } from '../testing/library-routes';
import { type findings as question } from '@/lib/answers/questions/findings';
import { getQuestion } from '../sessions/questions';
import { judgePendingSessions } from './judge-sessions';
import { deleteSuppression, getSuppressions, postSuppression } from './suppressions';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-findings-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/server/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));

const readIncident = parseSession(
  JSON.parse(readFileSync('public/samples/production-incident.json', 'utf8')),
);
if (!readIncident.ok) throw new Error(readIncident.error.message);
const incident: Session = readIncident.value;

const rowOf = async (name: string): Promise<SessionRow> => (await rows())[name]!;

async function ask(name: string, query: string): Promise<Response> {
  const { id } = await rowOf(name);
  const request = new Request(`${url}/${id}/findings${query}`, { headers });
  return getQuestion(request, context({ id, question: 'findings' }));
}

type Found = z.output<typeof question.output> & { readonly policy: string };

async function found(name: string, query = ''): Promise<Found> {
  const answer = await ask(name, query);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Found;
}

async function suppressed(name: string, body: object): Promise<Response> {
  const { id } = await rowOf(name);
  const request = new Request(`${url}/${id}/suppressions`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers, 'content-type': 'application/json' },
  });
  return postSuppression(request, context({ id }));
}

async function suppressionsOf(name: string) {
  const answer = await get(getSuppressions, (await rowOf(name)).id);
  return suppressionListSchema.parse(await answer.json()).suppressions;
}

const restored = (id: string): Promise<Response> =>
  deleteSuppression(
    new Request(`${url}/../suppressions/${id}`, { headers, method: 'DELETE' }),
    context({ id }),
  );

/** Names of the listed sessions with findings, by the condition that the server asks the database. */
async function withFindings(): Promise<readonly string[]> {
  const conditions = conditionsOf({ ...anySession, events: ['findings'] });
  const rows = await sessionsWhere(await database(), conditions, 0, 100);
  return rows.map(({ name }) => name);
}

const NAME = 'Sample: production incident, 200,819 tokens refused';

beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  await upload(incident);
  await upload(
    textSession('system 400\ntools 400\nlimit 200000\nu 400\n-- 400\nm 400\n-- 500', 'clean'),
  );
  await upload(textSession('u 40\n-- 10\nm 40\n-- ?', 'gap'));
  await importQueued();
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

describe('GET /api/sessions/[id]/findings', () => {
  it('answers what the function finds that the page and the command line call', async () => {
    const answer = await found(NAME);
    const profile = measureSession(incident);
    const { policy, settings, prefixTokens } = openSession(incident.source, profile);
    const prepared = prepare(profile, prefixTokens);
    const run = replay(prepared, policy, settings);
    const about = { agent: incident.source.agent, notices: incident.notices };
    const all = findings(run, about, (entry) =>
      entryName(incident.entries[entry] ?? { parts: [] }),
    );
    expect(answer.findings).toEqual(all.map((one) => provenFinding(prepared, run, one)));
    expect(answer).toMatchObject({ policy: 'contextguard-threshold', total: 7 });
  });

  it('takes policy and settings as a replay does', async () => {
    const ids = async (query: string) =>
      (await found(NAME, query)).findings.map(({ detector }) => detector);
    expect(await ids('')).toContain('refused-below-threshold');
    const settings = encodeURIComponent(JSON.stringify({ cap: 7.5 }));
    expect(await ids(`?settings=${settings}`)).not.toContain('refused-below-threshold');
    expect(await found(NAME, '?policy=codex')).toMatchObject({ policy: 'codex' });
  });

  it('names what it cannot read', async () => {
    const answer = await ask(NAME, '?settings=%7B');
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
    const patched = (limit: object | null) =>
      patchSession(
        new Request(`${url}/${id}`, {
          method: 'PATCH',
          body: JSON.stringify({ limit }),
          headers: { ...headers, 'content-type': 'application/json' },
        }),
        context({ id }),
      );
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
    const { id } = await rowOf('clean');
    const list = await getSuppressions(
      new Request(`${url}/${id}/suppressions`, { headers }),
      context({ id }),
    );
    expect(suppressionListSchema.parse(await list.json()).suppressions).toEqual([all]);
    await restored(all.id);
    expect((await rowOf('gap')).findings).toBe(gap.findings.length);
  });
});
