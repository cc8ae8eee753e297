import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { database, type Database } from '@/lib/server/db/client';
import { findImport, type ImportRow } from '@/lib/server/db/imports/imports';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { env } from '@/lib/server/env';
import { importHost } from './import-host';
import { recoverImports } from './lanes/recover-imports';
import { canonicalTrace, claudeCodeTrace } from './testing/trace-fixture';
import { cancelTraces, receiveTrace } from './uploads';

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
});

async function* bytes(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

const receive = (name: string, parts: Iterable<string>): Promise<ImportRow> =>
  receiveTrace(db, name, bytes(parts));

const again = async ({ id }: ImportRow): Promise<ImportRow> => (await findImport(db, id))!;
const statusOf = async (row: ImportRow): Promise<string> => (await again(row)).status;

/** The process that reads an import, once it is running. */
async function processOf(row: ImportRow): Promise<number> {
  await expect.poll(() => statusOf(row), { timeout: 120_000 }).toBe('running');
  return (await again(row)).pid!;
}

describe('an import that does not answer', () => {
  it('is cancelled nevertheless, which is no failure, and the next one is read', async () => {
    const row = await receive('long.jsonl', claudeCodeTrace(20_000_000));
    importHost().wake();
    process.kill(await processOf(row), 'SIGSTOP');
    const next = await receive('next.json', [canonicalTrace('next', 2)]);
    await cancelTraces(db, [row.id]);
    await expect.poll(() => statusOf(row), { timeout: 5_000 }).toBe('cancelled');
    importHost().wake();
    await expect.poll(() => statusOf(next)).toBe('done');
    expect(await db.prisma.textBlob.count({ where: { importId: row.id } })).toBe(0);
    expect(console.error).not.toHaveBeenCalled();
  }, 300_000);

  it('is not taken over while its process lives: the server gives its heartbeat', async () => {
    const row = await receive('silent.jsonl', claudeCodeTrace(20_000_001));
    importHost().wake();
    const pid = await processOf(row);
    process.kill(pid, 'SIGSTOP');
    const silent = Date.now() - 50_000;
    const beat = async (): Promise<number> => (await again(row)).heartbeatAt ?? 0;
    // What the process itself wrote last may still be on its way.
    await expect
      .poll(async () => {
        await db.prisma.import.update({ where: { id: row.id }, data: { heartbeatAt: silent } });
        await sleep(50);
        return beat();
      })
      .toBe(silent);
    await expect.poll(beat, { timeout: 20_000 }).toBeGreaterThan(silent + 30_000);
    await recoverImports(db);
    expect(await again(row)).toMatchObject({ status: 'running', pid, attempts: 1 });
    await cancelTraces(db, [row.id]);
    await expect.poll(() => statusOf(row), { timeout: 5_000 }).toBe('cancelled');
  }, 300_000);

  it('lets small ones pass by', async () => {
    const row = await receive('endless.jsonl', claudeCodeTrace(20_000_000));
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
  }, 300_000);
});
