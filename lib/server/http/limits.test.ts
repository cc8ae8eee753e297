import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import {
  changedLimitsSchema,
  limitsSchema,
  type ChangedLimits,
} from '@/lib/api/contract/limits-contract';
import { getLimits, putLimits } from './limits';
import { patchSession } from './sessions/sessions';
import {
  closeLibrary,
  context,
  headers,
  imported,
  openLibrary,
  rows,
  url,
} from './testing/library-routes';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-limits-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/server/import/import-host', () => ({
  importHost: () => ({ wake: () => undefined, isRunning: false }),
}));

const limitsUrl = 'http://127.0.0.1:3000/api/limits';
const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { ...headers, 'content-type': 'application/json' },
});

const importedAs = (name: string, model: string): Promise<string> =>
  imported(textSession(`model ${model}\nu "${name}"\n-- 900`, name));

async function put(limits: unknown): Promise<ChangedLimits> {
  const answer = await putLimits(new Request(limitsUrl, json('PUT', { limits })), context({}));
  expect(answer.status).toBe(200);
  return changedLimitsSchema.parse(await answer.json());
}

beforeAll(async () => {
  await openLibrary();
  await importedAs('one', 'house-model-1');
  await importedAs('two', 'house-model-2');
  await importedAs('other', 'claude-sonnet-4-5');
});
afterAll(() => closeLibrary(folder));

describe('limits by model name', () => {
  it('change every session that fits, and what its row says', async () => {
    expect((await rows())['one']).toMatchObject({ limit: null, overflowSteps: null });
    const { sessions } = await put([{ pattern: 'house-*', tokens: 800 }]);
    expect(sessions).toBe(2);
    const after = await rows();
    expect(after['one']).toMatchObject({ limit: 800, overflowSteps: 1 });
    expect(after['two']).toMatchObject({ limit: 800 });
    expect(after['other']).toMatchObject({ limit: 200_000 });
    const answer = await getLimits(new Request(limitsUrl, { headers }), context({}));
    expect(limitsSchema.parse(await answer.json()).limits).toHaveLength(1);
  });

  it('hold for what is imported later', async () => {
    await importedAs('three', 'house-model-3');
    expect((await rows())['three']).toMatchObject({ limit: 800 });
  });

  it('leave a session its own limit, and go again', async () => {
    const { id } = (await rows())['two']!;
    await patchSession(
      new Request(`${url}/${id}`, json('PATCH', { limit: { tokens: 5_000 } })),
      context({ id }),
    );
    expect((await put([])).sessions).toBe(2);
    const after = await rows();
    expect(after['one']).toMatchObject({ limit: null });
    expect(after['two']).toMatchObject({ limit: 5_000 });
  });

  it('are refused by field when they are none', async () => {
    const request = new Request(
      limitsUrl,
      json('PUT', { limits: [{ pattern: '(x)', tokens: 1 }] }),
    );
    const answer = await putLimits(request, context({}));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { at: 'limits.0.pattern' } });
  });
});
