import {
  appendFile,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  realpath,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import {
  addFolder,
  listFiles,
  listFolders,
  updateFolder,
} from '@/lib/server/db/imports/watched-folders';
import { changeNote, createNote, notesOf } from '@/lib/server/db/runs/notes';
import { runQueue } from '@/lib/server/import/run-queue';
import { claudeCodeTrace } from '@/lib/server/import/testing/trace-fixture';
import { textSession } from '@/lib/engine/session/testing/text-session';
import type { WatchRoot } from '@/lib/server/roots/watch-roots';
import { importFile, wholeLines } from './watch-file';
import { FolderWatches } from './watch-folders';
import { idleImportHost } from '@/lib/server/http/testing/idle-import-host';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
idleImportHost();

let temporary: TemporaryDatabase;
let folder: string;
let watches: FolderWatches;
let root: WatchRoot;
beforeEach(async () => {
  temporary = await temporaryDatabase();
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'highwater-watched-')));
  root = { name: folder, path: folder, anyOwner: false };
  watches = new FolderWatches(
    () => Promise.resolve(temporary.db),
    () => Promise.resolve([root]),
  );
});
afterEach(async () => {
  await watches.stop();
  await temporary.remove();
  await rm(folder, { recursive: true, force: true });
});

const lines = [...claudeCodeTrace(60_000)];
const inFolder = (name: string): string => path.join(folder, name);

const work = (): Promise<void> =>
  runQueue(temporary.db, new AbortController().signal, () => sleep(10));

const sessions = () =>
  temporary.db.prisma.session.findMany({ where: { ready: true }, orderBy: { name: 'asc' } });

/** Imports until the sessions have so many steps in total. */
async function until(steps: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await work();
      const found = await sessions();
      expect(found.reduce((sum, session) => sum + session.steps, 0)).toBe(steps);
    },
    { timeout: 40_000, interval: 100 },
  );
}

it('reads a growing file again; its session keeps its id and its notes', async () => {
  const log = inFolder('deep/log.jsonl');
  await mkdir(path.dirname(log));
  await writeFile(log, lines.slice(0, 4).join(''));
  await addFolder(temporary.db, folder);
  await watches.look();
  await until(2);
  const [before] = await sessions();
  await createNote(temporary.db, before!.id, { first: 0, last: 1, text: 'Stays.' });
  const noted = await notesOf(temporary.db, before!.id);
  await appendFile(log, `${lines.slice(4, 6).join('')}${lines[6]?.slice(0, 50)}`);
  await until(3);
  const after = await sessions();
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({ id: before!.id, revision: before!.revision + 1 });
  expect(noted).toHaveLength(1);
  expect(await notesOf(temporary.db, before!.id)).toEqual(noted);
  const [row] = await listFolders(temporary.db);
  const [file] = await listFiles(temporary.db, row!.id, 10);
  expect(file).toMatchObject({ path: log, error: null });
  const read = await temporary.db.prisma.import.findMany({ where: { origin: 'watch' } });
  // The incomplete line waits for the next import.
  expect(JSON.parse(read.at(-1)!.receipt!)).toMatchObject({ read: 6 });
});

it('takes the notes of a session file once: what the user made of them stays while it grows', async () => {
  const file = inFolder('session.json');
  const write = (picture: string) =>
    writeFile(
      file,
      JSON.stringify({
        ...textSession(picture, 'Grows'),
        notes: [{ first: 0, last: 0, text: 'From the file.' }],
      }),
    );
  await write('u 4\n-- 1\nm 4\n-- 2');
  await addFolder(temporary.db, folder);
  await watches.look();
  await until(2);
  const [{ id } = { id: '' }] = await sessions();
  const [note] = await notesOf(temporary.db, id);
  expect(note).toMatchObject({ first: 0, text: 'From the file.' });
  await changeNote(temporary.db, { id: note!.id, sessionId: id }, { text: 'Mine.' });
  await write('u 4\n-- 1\nm 4\n-- 2\nu 4\n-- 3');
  await until(3);
  expect((await sessions()).map((session) => session.id)).toEqual([id]);
  expect((await notesOf(temporary.db, id)).map(({ text }) => text)).toEqual(['Mine.']);
});

it('follows nothing outside of the folder, and nothing while it is paused', async () => {
  const outside = await mkdtemp(path.join(os.tmpdir(), 'highwater-outside-'));
  await writeFile(path.join(outside, 'secret.jsonl'), lines.slice(0, 4).join(''));
  await symlink(path.join(outside, 'secret.jsonl'), inFolder('link.jsonl'));
  await symlink(outside, inFolder('linked'));
  await writeFile(inFolder('notes.txt'), lines.slice(0, 4).join(''));
  await writeFile(inFolder('a.jsonl'), lines.slice(0, 4).join(''));
  const { id } = await addFolder(temporary.db, folder);
  await watches.look();
  await until(2);
  const files = await listFiles(temporary.db, id, 10);
  expect(files.map((file) => path.basename(file.path))).toEqual(['a.jsonl']);
  await expect(importFile(temporary.db, id, inFolder('link.jsonl'), root)).rejects.toThrow(/ELOOP/);
  await updateFolder(temporary.db, id, { paused: true });
  await watches.look();
  await appendFile(inFolder('a.jsonl'), lines.slice(4, 6).join(''));
  await sleep(1_000);
  await until(2);
  await rm(outside, { recursive: true, force: true });
});

it('lists hard links with the reason, and reads them not', async () => {
  const outside = await realpath(await mkdtemp(path.join(os.tmpdir(), 'highwater-outside-')));
  await writeFile(path.join(outside, 'secret.jsonl'), lines.slice(0, 4).join(''));
  await link(path.join(outside, 'secret.jsonl'), inFolder('link.jsonl'));
  const { id } = await addFolder(temporary.db, folder);
  await watches.look();
  await vi.waitFor(
    async () => {
      const [file] = await listFiles(temporary.db, id, 10);
      expect(file).toMatchObject({ error: expect.stringMatching(/hard link/) as string });
    },
    { timeout: 40_000, interval: 100 },
  );
  await work();
  expect(await sessions()).toEqual([]);
  await rm(outside, { recursive: true, force: true });
});

it('pauses a folder of yesterday below no root, with a sentence, until it may be watched', async () => {
  await writeFile(inFolder('a.jsonl'), lines.slice(0, 4).join(''));
  const own = root;
  root = { ...own, name: inFolder('deeper'), path: inFolder('deeper') };
  const { id } = await addFolder(temporary.db, folder);
  await watches.look();
  const [paused] = await listFolders(temporary.db);
  expect(paused).toMatchObject({ paused: true });
  expect(paused?.error).toMatch(/below no folder that may be watched.*HIGHWATER_WATCH/);
  root = own;
  await updateFolder(temporary.db, id, { paused: false });
  await watches.look();
  const [resumed] = await listFolders(temporary.db);
  expect(resumed).toMatchObject({ paused: false, error: null });
  await until(2);
});

it('says when the folder is gone', async () => {
  await addFolder(temporary.db, inFolder('missing'));
  await watches.look();
  const [row] = await listFolders(temporary.db);
  expect(row?.error).toMatch(/does not exist/);
});

it('reads a state of a file once', async () => {
  const { id } = await addFolder(temporary.db, folder);
  const log = inFolder('log.jsonl');
  await writeFile(log, lines.slice(0, 2).join(''));
  expect(await importFile(temporary.db, id, log, root)).not.toBeNull();
  expect(await importFile(temporary.db, id, log, root)).toBeNull();
  await appendFile(log, lines[2]!);
  expect(await importFile(temporary.db, id, log, root)).not.toBeNull();
  await truncate(log, 0);
  expect(await importFile(temporary.db, id, log, root)).toBeNull();
});

it('takes a file again whose copy failed, and says why it failed', async () => {
  const { id } = await addFolder(temporary.db, folder);
  const log = inFolder('log.jsonl');
  await writeFile(log, lines.slice(0, 4).join(''));
  // The folder of uploads cannot be made.
  const uploads = path.join(temporary.folder, 'uploads');
  await mkdir(temporary.folder, { recursive: true });
  await writeFile(uploads, '');
  await expect(importFile(temporary.db, id, log, root)).rejects.toThrow(/EEXIST|ENOTDIR/);
  await watches.look();
  await vi.waitFor(async () => {
    const [file] = await listFiles(temporary.db, id, 10);
    expect(file).toMatchObject({ path: log, importId: null });
    expect(file?.error).toMatch(/EEXIST|ENOTDIR/);
  });
  await rm(uploads);
  expect(await importFile(temporary.db, id, log, root)).not.toBeNull();
  const [file] = await listFiles(temporary.db, id, 10);
  expect(file).toMatchObject({ path: log, error: null });
  await until(2);
});

it('leaves no upload of a file that another process was quicker to take', async () => {
  const { id } = await addFolder(temporary.db, folder);
  const log = inFolder('log.jsonl');
  await writeFile(log, lines.slice(0, 4).join(''));
  const taken = await Promise.all([1, 2, 3].map(() => importFile(temporary.db, id, log, root)));
  expect(taken.filter((row) => row !== null)).toHaveLength(1);
  expect(await temporary.db.prisma.import.count()).toBe(1);
  expect(await temporary.db.prisma.uploadChunk.count()).toBeLessThan(2);
  const kept = await readdir(path.join(temporary.folder, 'uploads'));
  expect(kept).toHaveLength(temporary.db.dialect.kind === 'sqlite' ? 1 : 0);
});

it.each([
  ['{"a":1}\n{"b":', '{"a":1}\n'],
  ['{"a":1}\n{"b":2}', '{"a":1}\n{"b":2}'],
  ['{"a":1}\n', '{"a":1}\n'],
  ['{"a":', '{"a":'],
])('of %j takes the whole lines', async (text, whole) => {
  const file = inFolder('x.jsonl');
  await writeFile(file, text);
  const handle = await open(file);
  expect(text.slice(0, await wholeLines(handle, file, text.length))).toBe(whole);
  await handle.close();
});
