import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { database } from '@/lib/host/db/client';
import { queueImport } from '@/lib/host/db/imports/new-imports';
import { migrate } from '@/lib/host/db/migrate/migrate';
import {
  listFolders,
  queueFile,
  removeFolder,
  watchLiveKey,
} from '@/lib/host/db/imports/watched-folders';
import { errorEnvelopeSchema } from '@/lib/host/api/contract/error-body';
import { watchedFolderSchema } from '@/lib/host/api/contract/watch-contract';
import { deleteWatched, postWatched } from './watched';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-watched-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});
vi.mock('@/lib/host/live/watch-folders', () => ({
  folderWatches: () => ({ look: () => Promise.resolve() }),
}));

const url = 'http://127.0.0.1:3000/api/watched';
const headers = { host: '127.0.0.1:3000', 'content-type': 'application/json' };

async function post(given: string): Promise<Response> {
  const body = JSON.stringify({ path: given });
  const request = new Request(url, { method: 'POST', body, headers });
  return postWatched(request, { params: Promise.resolve({}) });
}

async function refusal(given: string, status: number): Promise<string> {
  const answer = await post(given);
  expect(answer.status).toBe(status);
  return errorEnvelopeSchema.parse(await answer.json()).error.message;
}

let below: string;
beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  await mkdir(path.join(folder, 'logs', 'deep'), { recursive: true });
  below = await realpath(path.join(folder, 'logs'));
});
beforeEach(async () => {
  const db = await database();
  for (const { id } of await listFolders(db)) await removeFolder(db, id);
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

it('does not watch the whole system', async () => {
  for (const given of ['/', '/proc', '/proc/self', '/sys', '/dev']) {
    expect(await refusal(given, 400)).toMatch(/choose the folder in which the agent writes/);
  }
  expect(await refusal('/no/such/folder', 400)).toMatch(/no such folder/);
});

it('refuses folders that hold each other, and takes the same one again', async () => {
  expect((await post(below)).status).toBe(201);
  expect((await post(below)).status).toBe(201);
  expect(await refusal(path.join(below, 'deep'), 409)).toBe(
    `It is inside ${below}, which is already watched.`,
  );
  expect(await refusal(path.dirname(below), 409)).toBe(
    `It contains ${below}, which is already watched.`,
  );
  await mkdir(`${below}-beside`, { recursive: true });
  expect((await post(`${below}-beside`)).status).toBe(201);
});

it('cancels what waits when a folder is removed, and nothing else', async () => {
  const db = await database();
  const { id } = watchedFolderSchema.parse(await (await post(below)).json());
  const file = path.join(below, 'a.jsonl');
  const queued = { bytes: 3, path: '', sample: false, origin: 'watch' };
  const own = await queueFile(
    db,
    { folderId: id, path: file, bytes: 3, modifiedAt: 1 },
    { ...queued, file: 'a.jsonl', sha256: 'a', liveKey: watchLiveKey(file) },
  );
  const other = await queueImport(db, {
    ...queued,
    file: 'b.jsonl',
    sha256: 'b',
    liveKey: watchLiveKey('/elsewhere/b.jsonl'),
  });
  const request = new Request(`${url}/${id}`, { method: 'DELETE', headers });
  const answer = await deleteWatched(request, { params: Promise.resolve({ id }) });
  expect(answer.status).toBe(200);
  const rows = await db.prisma.import.findMany({ where: { id: { in: [own!.id, other.id] } } });
  expect(Object.fromEntries(rows.map((row) => [row.file, row.status]))).toEqual({
    'a.jsonl': 'cancelled',
    'b.jsonl': 'queued',
  });
});
