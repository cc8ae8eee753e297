import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  recallAnswerSchema,
  recallOtherSchema,
} from '@/lib/host/api/contract/workbench/recall-contract';
import { database } from '@/lib/host/db/client';
import { migrate } from '@/lib/host/db/migrate/migrate';
import type { Session } from '@/lib/session/schema';
import { textSession } from '@/lib/session/testing/text-session';
import { context, get, headers, imported, url } from '../../testing/library-routes';
import { getRecall, postRecall } from './recall';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-recall-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/host/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));

const reads = (real: number, ...paths: readonly string[]): string =>
  paths
    .map((path, i) => `c read {"path":"${path}"}\nr read "package ${path}"\n-- ${real + i * 500}`)
    .join('\n');
const forgotten = (...paths: readonly string[]): string =>
  `u "repair it"\n${reads(9_000, ...paths)}\n== compact "half done"\nu "go on"\n-- 3000\n${reads(3_500, ...paths)}`;

const ask = (id: string, body: object): Promise<Response> =>
  postRecall(
    new Request(`${url}/${id}/recall`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
    context({ id }),
  );

async function told(id: string, against?: string) {
  const body = { policy: 'contextguard-threshold', settings: { window: 6_000 } };
  const answer = await ask(id, against === undefined ? body : { ...body, against });
  const { recall, ...rest } = recallAnswerSchema.parse(await answer.json());
  const { chance, totals } = recall as { chance: string; totals: { regret: number } };
  return { ...rest, chance, regret: totals.regret };
}

/** A session with an identifier of its own: one identifier is one session. */
function session(name: string, picture: string, more: Partial<Session['source']> = {}): Session {
  const { source, ...rest } = textSession(picture, name);
  return { ...rest, source: { ...source, sessionId: name, ...more } };
}

let [own, long, short] = ['', '', ''];
beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  own = await imported(session('own', forgotten('src/reader.go', 'src/writer.go')));
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

const others = async (id: string, query = '') =>
  recallOtherSchema.parse(await (await get(getRecall, id, query)).json());

describe('the chance level of a session', () => {
  it('is not known of a library without another session', async () => {
    expect(await others(own)).toEqual({ another: null, against: null, others: [] });
    expect(await told(own, 'another')).toMatchObject({ against: null, chance: 'unknown' });
    expect(await told(own)).toMatchObject({ against: null, chance: 'unknown' });
  });

  it('is told by the longest session of another trace, unless another or none is asked for', async () => {
    short = await imported(session('short', reads(4_000, 'src/other.go')));
    long = await imported(session('long', forgotten('src/reader.go', 'src/third.go')));
    const named = { id: long, name: 'long', kin: 'apart' };
    expect(await others(own)).toEqual({
      another: named,
      against: named,
      others: [named, { id: short, name: 'short', kin: 'apart' }],
    });
    expect((await others(long)).another?.id).toBe(own);
    expect((await others(own, `?against=${short}`)).against?.id).toBe(short);
    expect((await others(own, '?against=none')).against).toBeNull();
    const less = await told(own);
    expect(less).toMatchObject({ against: named, chance: 'subtracted' });
    expect(await told(own, 'another')).toEqual(less);
    const all = await told(own, 'none');
    expect(all).toMatchObject({ against: null, chance: 'unknown' });
    expect(all.regret).toBeGreaterThan(less.regret);
    expect(less.regret).toBeGreaterThan(0);
    expect(await told(own, short)).toMatchObject({ against: { id: short }, regret: all.regret });
  });

  it('is not told by sub-agents of it in files of their own', async () => {
    const parent = { sessionId: 'own', lane: 'main', relation: 'subagent' } as const;
    const picture = `${forgotten('src/reader.go')}\n${reads(4_000, 'src/a.go', 'src/b.go')}`;
    const agent = await imported(session('agent', picture, { parent, lane: 'agent' }));
    expect((await others(own)).others.map(({ id }) => id)).toEqual([long, short]);
    expect((await others(agent)).others.map(({ id }) => id)).toEqual([long, short]);
  });

  it.each([
    ['no session', 'nowhere', 404],
    ['itself', 'own', 400],
  ])('is not told by %s', async (_, against, status) => {
    const answer = await ask(own, { against: against === 'own' ? own : against });
    expect(answer.status).toBe(status);
  });
});
