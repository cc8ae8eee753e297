import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { database, type Database } from '@/lib/host/db/client';
import { findImport, type ImportRow } from '@/lib/host/db/imports/imports';
import { migrate } from '@/lib/host/db/migrate/migrate';
import { env } from '@/lib/host/env';
import { importHost } from './import-host';
import { canonicalTrace, claudeCodeTrace } from './testing/trace-fixture';
import { cancelTraces, receiveTrace } from './uploads';

const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-import-host-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  process.env['HIGHWATER_IMPORT_MEMORY'] = '320MiB';
  return { folder: name };
});

let db: Database;
beforeAll(async () => {
  await migrate(env().databaseUrl);
  db = await database();
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockReset().mockReturnValue();
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

/** The process that reads an import, once it is running. */
async function processOf(row: ImportRow): Promise<number> {
  await expect.poll(() => statusOf(row)).toBe('running');
  return (await again(row)).pid!;
}

describe('an import that needs more memory than it may take', () => {
  it('fails with a sentence that names it and says what to do; the others go on', async () => {
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
});

describe('an import that does not answer', () => {
  it('is cancelled nevertheless, which is no failure, and the next one is read', async () => {
    const row = await receive('long.jsonl', claudeCodeTrace(60_000_000));
    importHost().wake();
    process.kill(await processOf(row), 'SIGSTOP');
    const next = await receive('next.json', [canonicalTrace('next', 2)]);
    await cancelTraces(db, [row.id]);
    await expect.poll(() => statusOf(row), { timeout: 5_000 }).toBe('cancelled');
    importHost().wake();
    await expect.poll(() => statusOf(next)).toBe('done');
    expect(await db.prisma.textBlob.count({ where: { importId: row.id } })).toBe(0);
    expect(console.error).not.toHaveBeenCalled();
  }, 120_000);

  it('lets small ones pass by', async () => {
    const row = await receive('endless.jsonl', claudeCodeTrace(60_000_000));
    importHost().wake();
    const pid = await processOf(row);
    // Stopped while it connects to a server, it would find on waking that this took too long. SQLite is not
    // connected to; stopped while it writes there, it would keep the others from writing.
    if (env().databaseUrl.startsWith('postgres')) {
      await expect.poll(async () => (await again(row)).bytesRead).toBeGreaterThan(0);
    }
    process.kill(pid, 'SIGSTOP');
    try {
      const small = await receive('small.json', [canonicalTrace('small', 2)]);
      importHost().wake();
      await expect.poll(() => statusOf(small)).toBe('done');
      expect(await statusOf(row)).toBe('running');
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await expect.poll(() => statusOf(row), { timeout: 60_000 }).toBe('done');
  }, 120_000);
});
