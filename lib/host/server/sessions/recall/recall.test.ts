import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  recallAnswerSchema,
  recallOtherSchema,
} from '@/lib/host/api/contract/workbench/recall-contract';
import { database } from '@/lib/host/db/client';
import { migrate } from '@/lib/host/db/migrate/migrate';
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

let [own, long, short] = ['', '', ''];
beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  own = await imported(textSession(forgotten('src/reader.go', 'src/writer.go'), 'own'));
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

const another = async (id: string) =>
  recallOtherSchema.parse(await (await get(getRecall, id)).json()).another;

describe('the chance level of a session', () => {
  it('is not known of a library without another session', async () => {
    expect(await another(own)).toBeNull();
    expect(await told(own, 'another')).toMatchObject({ against: null, chance: 'unknown' });
    expect(await told(own)).not.toHaveProperty('against');
  });

  it('is told by the longest session of another trace, or the one that is named', async () => {
    short = await imported(textSession(reads(4_000, 'src/other.go'), 'short'));
    long = await imported(textSession(forgotten('src/reader.go', 'src/third.go'), 'long'));
    expect(await another(own)).toEqual({ id: long, name: 'long' });
    expect((await another(long))?.id).toBe(own);
    const all = await told(own);
    const less = await told(own, 'another');
    expect(less).toMatchObject({ against: { id: long, name: 'long' }, chance: 'subtracted' });
    expect(all.regret).toBeGreaterThan(less.regret);
    expect(less.regret).toBeGreaterThan(0);
    expect(await told(own, short)).toMatchObject({ against: { id: short }, regret: all.regret });
  });

  it.each([
    ['no session', 'nowhere', 404],
    ['itself', 'own', 400],
  ])('is not told by %s', async (_, against, status) => {
    const answer = await ask(own, { against: against === 'own' ? own : against });
    expect(answer.status).toBe(status);
  });
});
