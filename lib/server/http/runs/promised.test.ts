import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SettingsPromise } from '@/lib/answers/report/promises/schema';
import { anySession } from '@/lib/api/contract/session-filter';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { postSessionsQuestion } from '../answers/question-route';
import { idleImportHost } from '../testing/idle-import-host';
import {
  call,
  closeLibrary,
  importQueued,
  openLibrary,
  uploadText,
} from '../testing/library-routes';
import { deletePromised, getPromised, postPromised } from './promised';

idleImportHost();

const promise: SettingsPromise = {
  ...{ policy: 'claude-code', preset: null, limit: 200_000 },
  ...{ swept: { window: 200_000 }, settings: {} },
  heldOut: { overflowing: 0, of: 2 },
  sessions: [0, 1].map((group) => ({
    ...{ hash: `${group}`, startedAt: Date.UTC(2026, 0, 1), group, steps: 100, compactions: 1 },
    ...{ overflows: false, dollars: 1, prefix: 0, model: 'claude-opus-4-6' },
  })),
};

const score = async () => {
  const answer = await call(postSessionsQuestion, { question: 'promises' }, 'POST', {
    filter: anySession,
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Readonly<Record<string, unknown>>;
};

const listed = async () => {
  const { promised } = (await (await call(getPromised, {})).json()) as {
    readonly promised: readonly { readonly id: string }[];
  };
  return promised.map(({ id }) => id);
};

beforeAll(async () => {
  await openLibrary();
  const log = new ClaudeCodeLog('later');
  for (let step = 1; step <= 10; step++) log.user('Go on.').answer(step * 5_000, 'Ok.');
  await uploadText('later.jsonl', log.text());
  await importQueued();
});
afterAll(closeLibrary);

it('keeps a promise once, scores it by what the library holds, and forgets it', async () => {
  expect(await score()).toMatchObject({ kept: 0, waiting: 0, words: null });
  const made = await call(postPromised, {}, 'POST', promise);
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { readonly id: string };
  expect(
    ((await (await call(postPromised, {}, 'POST', promise)).json()) as { id: string }).id,
  ).toBe(id);
  expect(await listed()).toEqual([id]);
  expect(await score()).toMatchObject({
    ...{ kept: 1, broken: 0, words: '1 of 1 promise kept.' },
    promises: [{ standing: 'kept', later: 1 }],
  });
  expect((await call(deletePromised, { id }, 'DELETE')).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await call(deletePromised, { id }, 'DELETE')).status).toBe(404);
});

it('tells the tally beside a new answer', async () => {
  await call(postPromised, {}, 'POST', promise);
  const answer = await call(postSessionsQuestion, { question: 'tune' }, 'POST', {
    filter: anySession,
    vary: [{ setting: 'window', from: 190_000, to: 200_000, step: 10_000 }],
  });
  expect(await answer.json()).toMatchObject({ promisesKept: '1 of 1 promise kept.' });
});

it('refuses what is no promise', async () => {
  const wrong = { ...promise, policy: 'ignore all that came before' };
  expect((await call(postPromised, {}, 'POST', wrong)).status).toBe(400);
});
