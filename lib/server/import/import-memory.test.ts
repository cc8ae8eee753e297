import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { database, type Database } from '@/lib/server/db/client';
import { findImport, type ImportRow } from '@/lib/server/db/imports/imports';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { env } from '@/lib/server/env';
import { importHost } from './import-host';
import { canonicalTrace, claudeCodeTrace } from './testing/trace-fixture';
import { receiveTrace } from './uploads';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-import-memory-${process.pid}`;
  process.env['DATABASE_URL'] = `file:${name}/library.db`;
  process.env['HIGHWATER_IMPORT_MEMORY'] = '320MiB';
  return { folder: name };
});

let db: Database;
beforeAll(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await migrate(env().databaseUrl);
  db = await database();
});
afterAll(async () => {
  await importHost().stop();
  await db.close();
  database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function* bytes(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

const receive = (name: string, parts: Iterable<string>): Promise<ImportRow> =>
  receiveTrace(db, name, bytes(parts));

const again = async ({ id }: ImportRow): Promise<ImportRow> => (await findImport(db, id))!;
const statusOf = async (row: ImportRow): Promise<string> => (await again(row)).status;

/** A log whose one line of `size` characters takes several times as many bytes to read. */
function* longLine(size: number): Generator<string> {
  const [user = '', answer = ''] = claudeCodeTrace(9_000);
  const at = user.indexOf('lorem');
  yield user.slice(0, at);
  for (let written = 0; written < size; written += 1_000_000) yield 'x'.repeat(1_000_000);
  yield user.slice(at) + answer;
}

it('an import that needs more memory than it may take fails with a sentence; the others go on', async () => {
  const first = await receive('first.json', [canonicalTrace('first', 2)]);
  const hungry = await receive('hungry.jsonl', longLine(150_000_000));
  const last = await receive('last.json', [canonicalTrace('last', 2)]);
  importHost().wake();
  await expect.poll(() => statusOf(hungry), { timeout: 60_000 }).toBe('failed');
  await expect.poll(() => statusOf(last)).toBe('done');
  expect(await statusOf(first)).toBe('done');
  const row = await again(hungry);
  expect(row).toMatchObject({ attempts: 1 });
  expect(JSON.parse(row.error!)).toEqual({
    code: 'too-large',
    message:
      '“hungry.jsonl” needs more than 320 MiB of memory to be read, the most that an import may take. Split it into parts, or raise HIGHWATER_IMPORT_MEMORY and start Highwater again.',
  });
  expect(await db.prisma.textBlob.count({ where: { importId: row.id } })).toBe(0);
}, 120_000);
