import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compareAnswerSchema } from '@/lib/host/api/contract/workbench/compare-contract';
import { database } from '@/lib/host/db/client';
import { migrate } from '@/lib/host/db/migrate/migrate';
import { textSession } from '@/lib/session/testing/text-session';
import { headers, importQueued, rows, upload } from '../testing/library-routes';
import { postCompare } from './compare';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-compare-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/host/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));

const ask = (body: object): Promise<Response> =>
  postCompare(
    new Request('http://127.0.0.1/api/compare', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve({}) },
  );

let id = '';

beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  await upload(
    textSession(
      'limit 10000\nu 400\n-- 1000\nm 4\nu 8000\n-- 9500\nm 4\nu 9000\n-- 12000 > 10000',
      'one',
    ),
  );
  await importQueued();
  id = (await rows())['one']!.id;
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

describe('POST /api/compare', () => {
  it('compares lanes as a link names them', async () => {
    const answer = await ask({
      lanes: [`${id}:none`, `${id}:contextguard-threshold:window=10000`],
    });
    expect(answer.status).toBe(200);
    const { lanes, metrics, changes } = compareAnswerSchema.parse(await answer.json());
    expect(lanes[1]).toMatchObject({ name: 'B', session: id, policy: 'contextguard-threshold' });
    expect(changes.length).toBeGreaterThan(0);
    const overflow = metrics.find((metric) => metric.id === 'overflow-steps');
    expect(overflow?.values[0]).toEqual({ value: 1, projected: false });
  });

  it.each([
    [{ lanes: [] }, 400],
    [{ lanes: ['own'] }, 400],
    [{ lanes: ['nosuchsession:own'] }, 404],
    [{ lanes: [':own:x'] }, 400],
    [{ lanes: ['$:own:speed=3'] }, 400],
    [{ lanes: ['$:own'], baseline: 1 }, 400],
    [{ lanes: Array.from({ length: 7 }, () => '$:own') }, 400],
  ])('answers %j with %d', async (body, status) => {
    const lanes = body.lanes.map((lane) => lane.replace('$', id));
    expect((await ask({ ...body, lanes })).status).toBe(status);
  });
});
