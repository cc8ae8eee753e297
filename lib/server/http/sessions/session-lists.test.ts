import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { rowsOfLists, sessionListsSchema } from '@/lib/api/contract/session-lists';
import { getSessions } from './sessions';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-session-lists-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  process.env['HIGHWATER_ALLOWED_HOSTS'] = 'library.example';
  return { folder: name };
});

const SESSIONS = 5;
const row = (i: number) => ({
  ...{ id: `session${i}`, importId: 'import00', ready: true, name: `Run ${i}`, file: 'a.jsonl' },
  ...{ format: 'codex', agent: 'Codex', lane: 'main', entries: 1, steps: 1, importedAt: i },
  ...{ peakProjected: false, recordedCompactions: 0, sparkline: '1 2' },
  generated: false,
});

beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  const { prisma } = await database();
  const file = { file: 'a.jsonl', bytes: 1, sha256: '', path: '', status: 'done', createdAt: 1 };
  await prisma.import.create({ data: { id: 'import00', ...file } });
  await prisma.session.createMany({ data: Array.from({ length: SESSIONS }, (_, i) => row(i)) });
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

function listed(host: string, search = ''): Promise<Response> {
  const url = `http://${host}/api/sessions?form=lists${search}`;
  return getSessions(new Request(url, { headers: { host } }), { params: Promise.resolve({}) });
}

it('comes page by page, newest first; the first page says how many sessions there are', async () => {
  const names: string[] = [];
  const totals: (number | null)[] = [];
  let after = '';
  do {
    const answer = await listed('127.0.0.1:3000', `&take=2${after}`);
    const page = sessionListsSchema.parse(await answer.json());
    totals.push(page.total);
    names.push(...rowsOfLists(page).map(({ name }) => name));
    after = page.next === null ? '' : `&after=${page.next}`;
  } while (after !== '');
  expect(names).toEqual(['Run 4', 'Run 3', 'Run 2', 'Run 1', 'Run 0']);
  expect(totals).toEqual([SESSIONS, null, null]);
  expect((await listed('127.0.0.1:3000', '&take=5001')).status).toBe(400);
});

it('is compressed on the way to other machines only', async () => {
  const control = async (host: string) => (await listed(host)).headers.get('cache-control');
  expect(await control('127.0.0.1:3000')).toBe('no-store, no-transform');
  expect(await control('[::1]:3000')).toBe('no-store, no-transform');
  expect(await control('library.example')).toBe('no-store');
});
