import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { addFolder } from '@/lib/server/db/imports/watched-folders';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { idleImportHost } from '@/lib/server/http/testing/idle-import-host';
import { runQueue } from '@/lib/server/import/run-queue';
import { canonicalTrace } from '@/lib/server/import/testing/trace-fixture';
import { sweepUploads } from '@/lib/server/import/uploads';
import { budgetOf, runSeed } from '@/lib/tools/suites/endurance';
import { FolderWatches } from './watch-folders';

idleImportHost();

/** Number of times a watching process is killed. */
const KILLS = 50;
const budget = budgetOf('watch-kill');

/** Files written before each kill, and the bytes of each: its copy takes a while. */
const FILES = 3;
const BYTES = 8_000_000;

const PROGRAM = 'lib/server/live/testing/watch-program.ts';

let temporary: TemporaryDatabase;
let folder: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  temporary = await temporaryDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'highwater-watch-kill-'));
});
afterEach(async () => {
  if (child?.exitCode === null) child.kill('SIGKILL');
  await temporary.remove();
  await rm(folder, { recursive: true, force: true });
});

const uploads = (): Promise<readonly string[]> =>
  readdir(path.join(temporary.folder, 'uploads')).catch(() => []);

const queued = (): Promise<number> =>
  temporary.db.prisma.import.count({ where: { origin: 'watch' } });

/** A small session and much that its importer passes over. */
async function write(name: string): Promise<void> {
  const session = canonicalTrace(name, 2);
  await writeFile(path.join(folder, `${name}.json`), session + ' '.repeat(BYTES));
}

/** Kills a watching process a while after it has begun to copy. */
async function killWhileCopying(pause: number): Promise<void> {
  const before = (await uploads()).length;
  child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], {
    env: { ...process.env, DATABASE_URL: temporary.url, HIGHWATER_WATCH: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(child, 'exit');
  while ((await uploads()).length === before) await sleep(1);
  await sleep(pause);
  child.kill('SIGKILL');
  await exited;
}

/** Every import that waits has its whole upload. */
async function expectWholeUploads(): Promise<void> {
  const rows = await temporary.db.prisma.import.findMany({ where: { status: 'queued' } });
  for (const { path: file, bytes } of rows) {
    if (file.startsWith('/')) expect((await stat(file)).size).toBe(bytes);
  }
}

it('kill -9 at any moment of copying watched files loses none', async () => {
  await addFolder(temporary.db, folder);
  const random = seededRandom(runSeed);
  let untaken = 0;
  for (let kill = 0; kill < KILLS && budget.allows(); kill++) {
    for (let i = 0; i < FILES; i++) await write(`${kill}-${i}`);
    await killWhileCopying(20 * random());
    await expectWholeUploads();
    untaken += (kill + 1) * FILES - (await queued());
  }
  // Most kills came before the last copy was whole.
  expect(untaken).toBeGreaterThan(budget.begun / 2);
  const written = budget.begun * FILES;

  await sweepUploads(temporary.db);
  const root = { name: folder, path: await realpath(folder), anyOwner: true };
  const watches = new FolderWatches(
    () => Promise.resolve(temporary.db),
    () => Promise.resolve([root]),
  );
  watches.start();
  const all = async (): Promise<void> => expect(await queued()).toBe(written);
  await vi.waitFor(all, { timeout: 120_000, interval: 50 });
  await watches.stop();
  await runQueue(temporary.db, new AbortController().signal, () => sleep(20));
  const imports = await temporary.db.prisma.import.findMany();
  expect(imports.map(({ status, sessionCount }) => [status, sessionCount])).toEqual(
    Array.from({ length: written }, () => ['done', 1]),
  );
  const sessions = await temporary.db.prisma.session.findMany({ select: { name: true } });
  expect(new Set(sessions.map(({ name }) => name)).size).toBe(written);
}, 600_000);
