import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  temporaryDatabase,
  temporarySqlite,
  type TemporaryDatabase,
} from '../testing/temporary-database';

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

describe('a commit to a SQLite file', () => {
  it('waits for the disk on every connection', async () => {
    const { db, remove } = await temporarySqlite();
    const driver = await db.connectDriver();
    const synced = async (): Promise<readonly number[]> => {
      const rows = await db.prisma.$queryRawUnsafe<{ synchronous: number }[]>('PRAGMA synchronous');
      const own = await Promise.all(
        [db.importing, driver].map((one) => one.query('PRAGMA synchronous')),
      );
      return [rows[0]?.synchronous, ...own.map(([row]) => row?.[0])].map(Number);
    };
    const full = 2;
    expect(await synced()).toEqual([full, full, full]);
    // Prisma's driver opens a new connection after each transaction.
    await db.transaction((tx) => tx.setting.create(setting('a')));
    expect(await synced()).toEqual([full, full, full]);
    await driver.close();
    await remove();
  });
});
