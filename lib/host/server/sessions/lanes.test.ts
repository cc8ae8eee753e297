import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lanesSchema } from '@/lib/host/api/contract/workbench/chart-contract';
import { sessionPageSchema } from '@/lib/host/api/contract/contract';
import { database } from '@/lib/host/db/client';
import { migrate } from '@/lib/host/db/migrate/migrate';
import { runQueue } from '@/lib/host/import/run-queue';
import type { Source } from '@/lib/session/schema';
import { textSession } from '@/lib/session/testing/text-session';
import { getLanes } from './lanes';
import { getSessions, postSessions } from './sessions';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-lanes-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/host/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));

const url = 'http://127.0.0.1:3000/api/sessions';
const headers = { host: '127.0.0.1:3000' };
const context = <P>(params: P): { readonly params: Promise<P> } => ({
  params: Promise.resolve(params),
});

async function upload(name: string, source: Partial<Source>): Promise<void> {
  const session = textSession(`limit 200000\nu 400\n-- 1000\nm 400\n-- 2000`, name);
  const body = JSON.stringify({ ...session, source: { ...session.source, ...source } });
  await postSessions(new Request(url, { method: 'POST', body, headers }), context({}));
}

async function lanesOf(name: string) {
  const answer = await getSessions(new Request(url, { headers }), context({}));
  const { sessions } = sessionPageSchema.parse(await answer.json());
  const id = sessions.find((one) => one.name === name)?.id ?? '';
  const lanes = await getLanes(new Request(`${url}/${id}/lanes`, { headers }), context({ id }));
  expect(lanes.status).toBe(200);
  return lanesSchema.parse(await lanes.json());
}

const main = { sessionId: '0badcafe-aaaa', lane: 'main' };
const common = { sessionId: 'sample 1', lane: 'main' };

beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  const below = (lane: string, relation: 'subagent' | 'branch') => ({
    ...main,
    lane,
    parent: { ...main, relation },
  });
  await upload('parent', main);
  await upload('explorer', below('agent-1', 'subagent'));
  await upload('other way', below('main-2', 'branch'));
  await upload('a sample', common);
  await upload('of another file', {
    ...{ ...common, lane: 'tool' },
    parent: { ...common, relation: 'subagent' },
  });
  await runQueue(await database(), new AbortController().signal, () => sleep(10));
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

describe('GET /api/sessions/[id]/lanes', () => {
  it('lists sub-agents with their requests, and no branch', async () => {
    const { lanes, more, parent } = await lanesOf('parent');
    expect(more).toBe(false);
    expect(parent).toBeNull();
    expect(lanes).toHaveLength(1);
    expect(lanes[0]).toMatchObject({
      ...{ name: 'explorer', lane: 'agent-1', relation: 'subagent', steps: 2 },
      ...{ limit: 200_000, peak: 2_000, projected: false },
    });
    expect(lanes[0]?.points.map(({ step, real }) => [step, real])).toEqual([
      [0, 1_000],
      [1, 2_000],
    ]);
  });

  it('names the session that started it', async () => {
    const { lanes, parent } = await lanesOf('explorer');
    expect(lanes).toEqual([]);
    expect(parent).toMatchObject({ name: 'parent', relation: 'subagent' });
  });

  it('joins no sessions of two files by a name that any file may have', async () => {
    expect((await lanesOf('a sample')).lanes).toEqual([]);
    expect((await lanesOf('of another file')).parent).toBeNull();
  });
});
