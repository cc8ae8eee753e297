import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { database } from '@/lib/host/db/client';
import { migrate } from '@/lib/host/db/migrate/migrate';
import { runQueue } from '@/lib/host/import/run-queue';
import { textSession } from '@/lib/session/testing/text-session';
import { sessionPageSchema, type SessionRow } from '@/lib/host/api/contract/contract';
import {
  changedLimitsSchema,
  limitsSchema,
  type ChangedLimits,
} from '@/lib/host/api/contract/limits-contract';
import { getLimits, putLimits } from './limits';
import { getSessions, patchSession, postSessions } from './sessions/sessions';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-limits-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/host/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));

const url = 'http://127.0.0.1:3000/api';
const headers = { host: '127.0.0.1:3000' };
const context = <P>(params: P): { readonly params: Promise<P> } => ({
  params: Promise.resolve(params),
});
const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { ...headers, 'content-type': 'application/json' },
});

async function imported(name: string, model: string): Promise<void> {
  const session = textSession(`model ${model}\nu "${name}"\n-- 900`, name);
  const body = JSON.stringify(session);
  await postSessions(
    new Request(`${url}/sessions`, { method: 'POST', body, headers }),
    context({}),
  );
  await runQueue(await database(), new AbortController().signal, () => sleep(10));
}

async function rows(): Promise<Readonly<Record<string, SessionRow>>> {
  const answer = await getSessions(new Request(`${url}/sessions`, { headers }), context({}));
  const { sessions } = sessionPageSchema.parse(await answer.json());
  return Object.fromEntries(sessions.map((row) => [row.name, row]));
}

async function put(limits: unknown): Promise<ChangedLimits> {
  const answer = await putLimits(
    new Request(`${url}/limits`, json('PUT', { limits })),
    context({}),
  );
  expect(answer.status).toBe(200);
  return changedLimitsSchema.parse(await answer.json());
}

beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  await imported('one', 'house-model-1');
  await imported('two', 'house-model-2');
  await imported('other', 'claude-sonnet-4-5');
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

describe('limits by model name', () => {
  it('change every session that fits, and what its row says', async () => {
    expect((await rows())['one']).toMatchObject({ limit: null, overflowSteps: null });
    const { sessions } = await put([{ pattern: 'house-*', tokens: 800 }]);
    expect(sessions).toBe(2);
    const after = await rows();
    expect(after['one']).toMatchObject({ limit: 800, overflowSteps: 1 });
    expect(after['two']).toMatchObject({ limit: 800 });
    expect(after['other']).toMatchObject({ limit: 200_000 });
    const answer = await getLimits(new Request(`${url}/limits`, { headers }), context({}));
    expect(limitsSchema.parse(await answer.json()).limits).toHaveLength(1);
  });

  it('hold for what is imported later', async () => {
    await imported('three', 'house-model-3');
    expect((await rows())['three']).toMatchObject({ limit: 800 });
  });

  it('leave a session its own limit, and go again', async () => {
    const { id } = (await rows())['two']!;
    await patchSession(
      new Request(`${url}/sessions/${id}`, json('PATCH', { limit: { tokens: 5_000 } })),
      context({ id }),
    );
    expect((await put([])).sessions).toBe(2);
    const after = await rows();
    expect(after['one']).toMatchObject({ limit: null });
    expect(after['two']).toMatchObject({ limit: 5_000 });
  });

  it('are refused by field when they are none', async () => {
    const request = new Request(
      `${url}/limits`,
      json('PUT', { limits: [{ pattern: '(x)', tokens: 1 }] }),
    );
    const answer = await putLimits(request, context({}));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { at: 'limits.0.pattern' } });
  });
});
