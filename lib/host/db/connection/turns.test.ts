import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/host/db/testing/temporary-database';

// This file runs on SQLite and on PostgreSQL.
let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporaryDatabase();
});
afterEach(() => temporary.remove());

const insert = `INSERT INTO "Setting" ("key", "value", "updatedAt") VALUES (?, '1', 1)`;
const setting = (key: string) => ({ data: { key, value: '1', updatedAt: 1 } });

const keys = async (): Promise<readonly string[]> =>
  (await temporary.db.prisma.setting.findMany({ orderBy: { key: 'asc' } })).map(({ key }) => key);

describe('connections of one process', () => {
  it('wait for each other: none finds the database locked by its own thread', async () => {
    const { db } = temporary;
    // The thread that waits for the lock is the one that must give it back.
    const slow = db.transaction(async (tx) => {
      await tx.setting.create(setting('a'));
      await sleep(50);
      await tx.setting.create(setting('b'));
    });
    await sleep(20);
    const below = Array.from({ length: 5 }, (_, i) => [
      db.importing.execute(insert, [`c${i}`]),
      db.importing.transaction(async (tx) => {
        await tx.execute(insert, [`d${i}`]);
        await new Promise(setImmediate);
        await tx.execute(insert, [`e${i}`]);
      }),
      db.prisma.setting.create(setting(`f${i}`)),
      db.transaction((tx) => tx.setting.create(setting(`g${i}`))),
    ]).flat();
    await Promise.all([slow, ...below]);
    expect(await keys()).toHaveLength(27);
  });

  it('go on after a transaction that fails', async () => {
    const { db } = temporary;
    const broken = db.transaction(async (tx) => {
      await tx.setting.create(setting('a'));
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    await expect(db.importing.execute('nonsense')).rejects.toThrow();
    await db.importing.execute(insert, ['b']);
    await db.prisma.setting.create(setting('c'));
    expect(await keys()).toEqual(['b', 'c']);
  });
});

describe('a commit', () => {
  it('waits for the disk on every connection', async () => {
    const { db } = temporary;
    if (db.dialect.kind === 'postgresql') {
      const [row] = await db.importing.query('SHOW synchronous_commit');
      expect(row).toEqual(['on']);
      return;
    }
    const full = 2;
    const sync = async () => Number((await db.importing.query('PRAGMA synchronous'))[0]?.[0]);
    const own = async () =>
      (await db.prisma.$queryRawUnsafe<{ synchronous: bigint }[]>('PRAGMA synchronous'))[0];
    expect(await sync()).toBe(full);
    expect(Number((await own())?.synchronous)).toBe(full);
    await db.transaction((tx) => tx.setting.create(setting('a')));
    expect(Number((await own())?.synchronous)).toBe(full);
    const driver = await db.connectDriver();
    expect(Number((await driver.query('PRAGMA synchronous'))[0]?.[0])).toBe(full);
    await driver.close();
    // The write-ahead log holds what was committed before the database was closed.
    expect(readFileSync(`${temporary.url.slice('file:'.length)}-wal`).length).toBeGreaterThan(0);
  });
});
