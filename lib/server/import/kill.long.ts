import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, realpath, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { pendingImports, type ImportRow } from '@/lib/server/db/imports/imports';
import { addFolder } from '@/lib/server/db/imports/watched-folders';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { importFile } from '@/lib/server/live/watch-file';
import { zipFile } from '@/lib/readers/open/testing/zip-file';
import { budgetOf, runSeed } from '@/lib/tools/suites/endurance';
import { runQueue } from './run-queue';
import { canonicalTrace, claudeCodeTrace } from './testing/trace-fixture';
import { receiveTrace, sweepUploads } from './uploads';

/** Number of times an import process is killed. */
const KILLS = 50;
const budget = budgetOf('kill');

/** An import fails after so many of its processes died. */
const MOST_ATTEMPTS = 3;

const PROGRAM = 'lib/server/import/import-program.mjs';

let temporary: TemporaryDatabase;
let child: ChildProcess | undefined;
beforeEach(async () => {
  temporary = await temporaryDatabase();
});
afterEach(async () => {
  if (child?.exitCode === null) child.kill('SIGKILL');
  await temporary.remove();
});

type Kind = 'log' | 'long log' | 'document' | 'archive' | 'watched';
const kinds: readonly Kind[] = ['log', 'archive', 'long log', 'watched', 'document'];

/** A log made unique by a line that importers ignore. */
const log = (number: number, bytes: number): string =>
  `{"type":"note","number":${String(number).padStart(6, '0')}}\n${[...claudeCodeTrace(bytes)].join('')}`;

/** Unique content per number; size and receipt depend on the kind only. */
function contentOf(kind: Kind, number: number): Buffer {
  if (kind === 'document') return Buffer.from(canonicalTrace(`d${1_000 + number}`, 400));
  if (kind !== 'archive') return Buffer.from(log(number, kind === 'long log' ? 3e6 : 8e5));
  return zipFile([
    { name: 'a.jsonl', content: log(100_000 + number, 4e5) },
    { name: 'b.json', content: canonicalTrace(`b${1_000 + number}`, 20) },
    { name: 'notes.txt', content: `nothing of interest ${1_000 + number}` },
  ]);
}

/** Takes a file of a watched folder. */
async function receiveWatched({ db, folder }: TemporaryDatabase, number: number): Promise<void> {
  const { id } = await addFolder(db, path.join(folder, 'watched'));
  const file = path.join(folder, 'watched', String(number), 'watched');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, contentOf('watched', number));
  const root = await realpath(path.join(folder, 'watched'));
  await importFile(db, id, await realpath(file), { name: root, path: root, anyOwner: true });
}

async function receive(to: TemporaryDatabase, kind: Kind, number: number): Promise<void> {
  if (kind === 'watched') return receiveWatched(to, number);
  async function* content(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(contentOf(kind, number));
  }
  await receiveTrace(to.db, kind, content());
}

const importsOf = ({ db }: TemporaryDatabase): Promise<readonly ImportRow[]> =>
  db.prisma.import.findMany({ orderBy: { seq: 'asc' } });

/** Result of an import, without values that differ between imports. */
async function broughtBy({ db }: TemporaryDatabase, row: ImportRow): Promise<unknown> {
  const { id: importId, status, format, receipt, sessionCount, records, error } = row;
  const sessions = await db.prisma.session.findMany({
    where: { importId },
    orderBy: { seq: 'asc' },
    select: { entries: true, steps: true, peakReal: true, ready: true },
  });
  const texts = await db.prisma.textBlob.count({ where: { importId } });
  return { status, format, receipt, sessionCount, records, error, sessions, texts };
}

/** Results of undisturbed imports of each kind, and of an archive's members. */
async function undisturbed(): Promise<ReadonlyMap<string, unknown>> {
  const other = await temporaryDatabase();
  try {
    for (const [i, kind] of kinds.entries()) await receive(other, kind, i);
    await runQueue(other.db, new AbortController().signal, () => sleep(20));
    const rows = await importsOf(other);
    return new Map(
      await Promise.all(rows.map(async (row) => [row.file, await broughtBy(other, row)] as const)),
    );
  } finally {
    await other.remove();
  }
}

/** Starts an import process. */
function start(): ChildProcess {
  child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, DATABASE_URL: temporary.url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return child;
}

/**
 * Waits until the process reads an import that may lose another process. An import taken over from a
 * dead process keeps its count of attempts until it restarts, so the last but one is spared too.
 */
async function atWork(process: ChildProcess, spare: boolean): Promise<void> {
  while (process.exitCode === null) {
    const { pid = 0 } = process;
    const row = await temporary.db.prisma.import.findFirst({ where: { status: 'running', pid } });
    if (row !== null && !(spare && row.attempts >= MOST_ATTEMPTS - 1)) return;
    await sleep(5);
  }
}

/** Checks that unfinished imports are invisible and finished ones complete. */
async function expectConsistent(): Promise<void> {
  const { prisma } = temporary.db;
  const rows = await importsOf(temporary);
  const seen = await prisma.session.groupBy({
    by: ['importId'],
    where: { ready: true },
    _count: { _all: true },
  });
  const visible = new Map(seen.map(({ importId, _count }) => [importId, _count._all]));
  for (const { id, status, sessionCount } of rows) {
    expect(visible.get(id) ?? 0).toBe(status === 'done' ? sessionCount : 0);
  }
}

/** Checks after the last recovery: no row without its owner, no file without its import. */
async function expectNothingLeft(rows: readonly ImportRow[]): Promise<void> {
  const { prisma } = temporary.db;
  const done = rows.filter(({ status }) => status === 'done').map(({ id }) => id);
  expect(await prisma.session.count({ where: { ready: false } })).toBe(0);
  expect(await prisma.session.count({ where: { importId: { notIn: done } } })).toBe(0);
  expect(await prisma.textBlob.count({ where: { importId: { notIn: done } } })).toBe(0);
  expect(await prisma.sessionData.count()).toBe(await prisma.session.count());
  const folder = path.join(temporary.folder, 'uploads');
  const long = new Date(Date.now() - 3_600_000);
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), long, long);
  await sweepUploads(temporary.db);
  const kept = rows.filter(({ status, path: file }) => status === 'failed' && file !== '');
  const files = kept.map(({ path: file }) => file).filter((file) => file.startsWith('/'));
  const left = (await readdir(folder)).map((name) => path.join(folder, name));
  expect(left.filter((file) => !files.includes(file))).toEqual([]);
}

it('kill -9 at any moment of imports leaves a whole library, and every import ends', async () => {
  const expected = await undisturbed();
  const random = seededRandom(runSeed);
  let received = 0;
  let inTheMiddle = 0;
  for (let kill = 0; kill < KILLS && budget.allows(); kill++) {
    while ((await pendingImports(temporary.db)) < 3) {
      await receive(temporary, kinds[received % kinds.length] ?? 'log', received++);
    }
    const process = start();
    const exited = once(process, 'exit');
    // One kill in ten hits a starting process; one in twelve an import that is not spared.
    if (random() < 0.1) await sleep(1_000 * random());
    else {
      await atWork(process, random() < 11 / 12);
      await sleep(300 * random() ** 2);
    }
    process.kill('SIGKILL');
    await exited;
    inTheMiddle += await temporary.db.prisma.import.count({ where: { status: 'running' } });
    await expectConsistent();
  }
  expect(inTheMiddle).toBeGreaterThan(budget.begun / 4);

  const [code] = (await once(start(), 'exit')) as [number];
  expect(code).toBe(0);
  const rows = await importsOf(temporary);
  const interrupted = rows.filter(({ error }) => error?.includes('"interrupted"') === true);
  for (const row of interrupted) {
    expect(row).toMatchObject({ status: 'failed', attempts: MOST_ATTEMPTS, receipt: null });
    expect(row.error).toContain('The import process ended 3 times while reading this file.');
  }
  for (const row of rows) {
    if (interrupted.includes(row)) continue;
    expect([row.file, await broughtBy(temporary, row)]).toEqual([row.file, expected.get(row.file)]);
  }
  expect(interrupted.length).toBeLessThan(rows.length / 3);
  expect(rows.filter(({ parentId }) => parentId === null)).toHaveLength(received);
  await expectConsistent();
  await expectNothingLeft(rows);
}, 600_000);
