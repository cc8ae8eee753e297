import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '@/lib/server/db/client';
import { findImport, type ImportRow } from '@/lib/server/db/imports/imports';
import { Scratch } from '@/lib/readers/open/testing/scratch';
import { zipFile } from '@/lib/readers/open/testing/zip-file';
import { budgetOf, inTurn } from '@/lib/tools/suites/endurance';
import { importHost } from './import-host';
import { repeated } from './testing/hostile-texts';
import { openProcessLibrary, receiveParts, removeProcessLibrary } from './testing/process-library';
import { canonicalTrace, claudeCodeTrace } from './testing/trace-fixture';
import { cancelTraces } from './uploads';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-cancel-${process.pid}`;
  process.env['DATABASE_URL'] = `file:${name}/library.db`;
  return { folder: name };
});

/**
 * Milliseconds for the answer, and for the end of the import. The promise is a second; the machine may
 * be busy, and an import that is waited for takes many seconds.
 */
const MOST_MS = 3_000;

type Parts = Iterable<string | Buffer>;

const scratch = new Scratch();
let db: Database;
beforeAll(async () => {
  db = await openProcessLibrary();
});
afterAll(async () => {
  await removeProcessLibrary(db, folder);
  scratch.remove();
});

const receive = (name: string, parts: Parts): Promise<ImportRow> => receiveParts(db, name, parts);

const statusOf = async ({ id }: ImportRow): Promise<string> => (await findImport(db, id))!.status;

/** Imports of a trace and its members that wait or run. */
const open = ({ id }: ImportRow): Promise<number> =>
  db.prisma.import.count({
    where: { OR: [{ id }, { parentId: id }], status: { in: ['queued', 'running'] } },
  });

/** A log with one line of so many bytes. */
function* longLine(size: number): Generator<string> {
  const [user = '', answer = ''] = claudeCodeTrace(9_000);
  const at = user.indexOf('lorem');
  yield user.slice(0, at);
  yield* repeated('x', size);
  yield user.slice(at) + answer;
}

function* document(): Generator<string> {
  yield '{"a":[1';
  yield* repeated(',1', 30e6);
  yield ']}';
}

/** A cassette that is parsed by one call, which takes many seconds. */
function* keys(): Generator<string> {
  yield 'interactions:\n';
  for (let i = 0; i < 300_000; i++) yield `k${i}: ${i}\n`;
}

/** An archive of members that a process reads one after the other. */
const manyMembers = (count: number): Buffer =>
  zipFile(Array.from({ length: count }, (_, i) => ({ name: `${i}`, content: `{"number":${i}}` })));

/** A session of so many events in a database. */
const events = (count: number): Buffer =>
  readFileSync(
    scratch.database(`CREATE TABLE sessions (app_name, user_id, id, state);
      INSERT INTO sessions VALUES ('a', 'u', 's', '{}');
      CREATE TABLE events (app_name, user_id, session_id, timestamp, event_data);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO events SELECT 'a', 'u', 's', i, json_object('author', 'bot', 'content',
        json('{"role":"model","parts":[{"text":"answer"}]}'),
        'usage_metadata', json_object('prompt_token_count', i)) FROM n`),
  );

const large = (): Buffer =>
  zipFile(
    Array.from({ length: 40 }, (_, i) => ({ name: `${i}`, content: Buffer.alloc(10e6, `${i} `) })),
  );

/** What keeps an import busy, each in a way of its own. */
const inputs: readonly (readonly [name: string, parts: () => Parts])[] = [
  ['a long log', () => claudeCodeTrace(300e6)],
  ['one line', () => longLine(200e6)],
  ['one document', document],
  ['a compressed log of nothing', () => [gzipSync(Buffer.alloc(500e6, '\n'))]],
  ['large members.zip', () => [large()]],
  ['large members.zip.zip', () => [zipFile([{ name: 'a.zip', content: large() }])]],
  ['a database', () => [events(300_000)]],
  ['keys.yaml', keys],
  ['many members.zip', () => [manyMembers(20_000)]],
];

/** Cancels a trace; returns how long the answer and the end of the import took, in milliseconds. */
async function cancelled(row: ImportRow): Promise<readonly [answered: number, ended: number]> {
  const begun = performance.now();
  await cancelTraces(db, [row.id]);
  const answered = performance.now() - begun;
  await expect.poll(() => open(row), { timeout: 120_000, interval: 5 }).toBe(0);
  return [answered, performance.now() - begun];
}

/** Waits until something is so of a trace's import. */
const until = (row: ImportRow, holds: (now: ImportRow) => boolean): Promise<void> =>
  expect
    .poll(async () => holds((await findImport(db, row.id))!), { timeout: 300_000, interval: 5 })
    .toBe(true);

const isOver = ({ status }: ImportRow): boolean => status !== 'queued' && status !== 'running';

/** Moments at which a trace is cancelled: as its reading begins, after a while, and its members. */
const moments = {
  begun: (row: ImportRow) => until(row, ({ status }) => status !== 'queued'),
  'at work': async (row: ImportRow) => {
    await moments.begun(row);
    const { heartbeatAt } = (await findImport(db, row.id))!;
    await until(row, (now) => now.heartbeatAt !== heartbeatAt || isOver(now));
  },
  unpacked: (row: ImportRow) => until(row, isOver),
} as const;

const budget = budgetOf('cancel');
const cases = inputs.flatMap(([name, parts]) =>
  Object.entries(moments).map(([moment, reached]) => ({ name, moment, parts, reached })),
);

it.for(inTurn(cases))('$name, cancelled when $moment: within a second', async (each, { skip }) => {
  skip(!budget.allows(), 'its time is spent');
  const { name, moment, parts, reached } = each;
  const row = await receive(name, parts());
  importHost().wake();
  await reached(row);
  const [answered, ended] = await cancelled(row);
  const next = await receive('next.json', [canonicalTrace(`${name} ${moment}`, 2)]);
  importHost().wake();
  await until(next, isOver);
  expect(await statusOf(next)).toBe('done');
  process.stdout.write(
    `${name}, ${moment}: answered after ${Math.round(answered)} ms, ended after ${Math.round(ended)} ms (${await statusOf(row)})\n`,
  );
  expect(Math.max(answered, ended)).toBeLessThan(MOST_MS);
  expect(
    await db.prisma.textBlob.count({
      where: { importId: row.id, import: { status: { not: 'done' } } },
    }),
  ).toBe(0);
});
