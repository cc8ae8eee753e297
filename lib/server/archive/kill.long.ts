import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { textFixtures } from '@/lib/readers/importers/testing/fixtures';
import { openDatabase } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { temporarySqlite } from '@/lib/server/db/testing/temporary-database';
import { runQueue } from '@/lib/server/import/run-queue';
import { receiveTrace } from '@/lib/server/import/uploads';
import { budgetOf, runSeed } from '@/lib/tools/suites/endurance';
import { exportLibrary } from './export-library';

/** Kills of each kind. */
const KILLS = 12;

const random = seededRandom(runSeed);
let folder: string;
let archive: string;
let sessions = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'highwater-kill-'));
  archive = path.join(folder, 'library.tar.gz');
  const from = await temporarySqlite();
  for (const [i, { file, text }] of textFixtures.slice(0, 40).entries()) {
    const content = (async function* () {
      yield await Promise.resolve(Buffer.from(text));
    })();
    await receiveTrace(from.db, `${i}-${file}`, content);
  }
  await runQueue(from.db, new AbortController().signal, () => sleep(10));
  sessions = await from.db.prisma.session.count({ where: { ready: true } });
  await exportLibrary(from.url, archive);
  await from.remove();
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program until it ends, or kills it after a time; true if it ended by itself. */
async function run(args: readonly string[], url: string, after?: number): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: url },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const timer = after === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), after);
  const [code] = (await exited) as [number | null];
  clearTimeout(timer);
  return code === 0;
}

/** Kills a program at moments of its whole run, each in a library of its own, and looks at that. */
async function killed(
  args: readonly string[],
  prepared: boolean,
  look: (url: string, ended: boolean) => Promise<void>,
): Promise<number> {
  const budget = budgetOf('archive-kill', 2);
  const fresh = async (): Promise<string> => {
    const url = `file:${path.join(await mkdtemp(path.join(folder, 'to-')), 'library.db')}`;
    if (prepared) await migrate(url);
    return url;
  };
  const whole = await fresh();
  let begun = performance.now();
  expect(await run(args, whole)).toBe(true);
  let took = performance.now() - begun;
  await look(whole, true);
  let kills = 0;
  for (let i = 0; i < KILLS && (kills === 0 || budget.allows()); i++) {
    const url = await fresh();
    begun = performance.now();
    const ended = await run(args, url, took * (0.3 + 0.7 * random()));
    // The first run reads what later ones find in memory: they are over before its time.
    if (ended) took = Math.min(took, performance.now() - begun);
    else kills++;
    await look(url, ended);
  }
  return kills;
}

it('an archive whose import is killed is in the library as a whole or not at all', async () => {
  const args = ['lib/cli/bin.mjs', 'import-library', archive];
  const kills = await killed(args, true, async (url, ended) => {
    const db = await openDatabase(url);
    try {
      expect(await db.importing.query('PRAGMA integrity_check')).toEqual([['ok']]);
      const found = await db.prisma.session.count();
      expect(ended ? [sessions] : [0, sessions]).toContain(found);
      expect(await db.prisma.sessionData.count()).toBe(found);
    } finally {
      await db.close();
    }
  });
  expect(kills).toBeGreaterThan(0);
}, 600_000);

/** Everything that the schema of a library is made of. */
async function schemaOf(url: string): Promise<unknown> {
  const db = await openDatabase(url);
  try {
    expect(await db.importing.query('PRAGMA integrity_check')).toEqual([['ok']]);
    return await db.importing.query('SELECT "name", "sql" FROM sqlite_schema ORDER BY "name"');
  } finally {
    await db.close();
  }
}

it('a migration that is killed is finished by the next start', async () => {
  const whole = await temporarySqlite();
  const schema = await schemaOf(whole.url);
  await whole.remove();
  const code = `import('./lib/server/db/migrate/migrate.ts').then(({ migrate }) => migrate(process.env.DATABASE_URL))`;
  const kills = await killed(['--import', 'tsx', '--eval', code], false, async (url) => {
    await migrate(url);
    expect(await schemaOf(url)).toEqual(schema);
  });
  expect(kills).toBeGreaterThan(0);
}, 600_000);
