import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { processWide } from '@/lib/server/process-wide';
import { database } from '@/lib/server/db/client';
import { queueImport } from '@/lib/server/db/imports/new-imports';
import {
  addFolder,
  findFolder,
  listFolders,
  queueFile,
  removeFolder,
  updateFolder,
  watchLiveKey,
} from '@/lib/server/db/imports/watched-folders';
import { errorEnvelopeSchema } from '@/lib/api/contract/error-body';
import { watchedFolderSchema, watchedListSchema } from '@/lib/api/contract/watch-contract';
import { deleteWatched, getWatched, patchWatched, postWatched } from './watched';
import { closeLibrary, openLibrary } from '../testing/library-routes';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-watched-${process.pid}`;
  process.env['HIGHWATER_WATCH'] = name;
  return { folder: name };
});
processWide('folderWatches', () => ({ look: () => Promise.resolve() }))();

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
  await openLibrary();
  await mkdir(path.join(folder, 'logs', 'deep'), { recursive: true });
  below = await realpath(path.join(folder, 'logs'));
});
beforeEach(async () => {
  const db = await database();
  for (const { id } of await listFolders(db)) await removeFolder(db, id);
});
afterAll(closeLibrary);

it('does not watch the whole system', async () => {
  for (const given of ['/', '/proc', '/proc/self', '/sys', '/dev']) {
    expect(await refusal(given, 400)).toMatch(/choose the folder in which the agent writes/);
  }
  expect(await refusal(path.join(folder, 'none'), 400)).toMatch(/no such folder/);
});

it('watches nothing outside of what the server’s user named, and does not say what is there', async () => {
  const outside = await realpath(await mkdtemp(path.join(tmpdir(), 'highwater-outside-')));
  await symlink(outside, path.join(below, 'link'));
  for (const given of [
    outside,
    path.join(outside, 'none'),
    path.join(below, 'link'),
    path.join(below, '..', '..'),
    `${folder}-beside`,
    homedir(),
    '~/.ssh',
    '~/none',
  ]) {
    expect(await refusal(given, 400)).toMatch(/^It lies below no folder that may be watched: /);
  }
  expect(await listFolders(await database())).toEqual([]);
  await rm(path.join(below, 'link'));
  await rm(outside, { recursive: true });
});

it('does not resume a folder of yesterday below no root', async () => {
  const db = await database();
  const outside = await realpath(await mkdtemp(path.join(tmpdir(), 'highwater-outside-')));
  const { id } = await addFolder(db, outside);
  await updateFolder(db, id, { paused: true });
  const patch = (paused: boolean): Promise<Response> =>
    patchWatched(
      new Request(`${url}/${id}`, { method: 'PATCH', body: JSON.stringify({ paused }), headers }),
      { params: Promise.resolve({ id }) },
    );
  const answer = await patch(false);
  expect(answer.status).toBe(400);
  const { error } = errorEnvelopeSchema.parse(await answer.json());
  expect(error.message).toMatch(/below no folder that may be watched/);
  expect(error.hint).toMatch(/HIGHWATER_WATCH/);
  expect((await patch(true)).status).toBe(200);
  expect(await findFolder(db, id)).toMatchObject({ paused: true, path: outside });
  await rm(outside, { recursive: true });
});

it('lists what may be watched', async () => {
  const answer = await getWatched(new Request(url, { headers }), { params: Promise.resolve({}) });
  expect(watchedListSchema.parse(await answer.json()).roots).toContain(await realpath(folder));
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
