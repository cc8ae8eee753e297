import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../client';
import { Prisma } from '../generated/client';
import { migrate, MigrationError, migrationsFolder } from './migrate';
import { temporaryUrl, type TemporaryUrl } from '../testing/temporary-database';

// This file runs on SQLite and on PostgreSQL.
let empty: TemporaryUrl;
let folder = '';
beforeEach(async () => {
  empty = await temporaryUrl({ empty: true });
  folder = await mkdtemp(path.join(os.tmpdir(), 'highwater-either-'));
});
afterEach(async () => {
  await empty.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Migrations of a later version: a column with a default, and a table. */
async function newerMigrations(
  sql = 'ALTER TABLE "Setting" ADD COLUMN "note" TEXT NOT NULL DEFAULT \'none\'; CREATE TABLE "Newer" ("id" TEXT PRIMARY KEY);',
): Promise<string> {
  const copy = path.join(folder, 'migrations');
  await cp(migrationsFolder(empty.url), copy, { recursive: true });
  const own = path.join(copy, '29990101000000_newer');
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, 'migration.sql'), sql);
  return copy;
}

async function within<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(empty.url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const recorded = (): Promise<readonly string[]> =>
  within(async ({ prisma }) => {
    const rows = await prisma.$queryRawUnsafe<{ migration_name: string }[]>(
      'SELECT "migration_name" FROM "_prisma_migrations" ORDER BY "migration_name"',
    );
    return rows.map((row) => row.migration_name);
  });

describe('an empty database', () => {
  it('gets every table and column that the client reads, once', async () => {
    const applied = await migrate(empty.url);
    expect(applied.length).toBeGreaterThan(0);
    expect(await recorded()).toEqual(applied);
    expect(await migrate(empty.url)).toEqual([]);
    await within(async ({ prisma }) => {
      for (const model of Object.values(Prisma.ModelName)) {
        const name = `${model[0]?.toLowerCase() ?? ''}${model.slice(1)}` as 'setting';
        expect(await prisma[name].findFirst(), model).toBeNull();
      }
    });
  });

  it('is migrated once by several processes that start at once', async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(empty.url)));
    // Each is recorded once, whichever process applied it.
    expect(await recorded()).toEqual([...new Set(applied.flat())].sort());
  });
});

describe('a database of an older version', () => {
  it('keeps its rows and gets what is missing', async () => {
    const first = await migrate(empty.url);
    await within(({ prisma }) =>
      prisma.setting.create({ data: { key: 'kept', value: '1', updatedAt: 1 } }),
    );
    const newer = await newerMigrations();
    expect(await migrate(empty.url, newer)).toEqual(['29990101000000_newer']);
    expect(await migrate(empty.url, newer)).toEqual([]);
    expect(await recorded()).toEqual([...first, '29990101000000_newer']);
    const rows = await within(({ prisma }) =>
      prisma.$queryRawUnsafe('SELECT "key", "value", "note" FROM "Setting"'),
    );
    expect(rows).toEqual([{ key: 'kept', value: '1', note: 'none' }]);
  });

  it('stays as it was where a migration fails in its middle', async () => {
    const first = await migrate(empty.url);
    const broken = await newerMigrations('CREATE TABLE "Half" ("id" TEXT); nonsense;');
    await expect(migrate(empty.url, broken)).rejects.toThrow();
    expect(await recorded()).toEqual(first);
    const half = within(({ prisma }) => prisma.$queryRawUnsafe('SELECT * FROM "Half"'));
    await expect(half).rejects.toThrow();
    expect(await migrate(empty.url)).toEqual([]);
  });
});

describe('a database that this version cannot use', () => {
  it('was made by a newer one', async () => {
    await migrate(empty.url, await newerMigrations());
    const refused = migrate(empty.url);
    await expect(refused).rejects.toBeInstanceOf(MigrationError);
    await expect(refused).rejects.toThrow(/was made by a newer version of Highwater/);
  });

  it('was made before the first release', async () => {
    const copy = path.join(folder, 'before');
    await mkdir(path.join(copy, '20250101000000_draft'), { recursive: true });
    const file = path.join(copy, '20250101000000_draft', 'migration.sql');
    await writeFile(file, 'CREATE TABLE "Draft" ("id" TEXT PRIMARY KEY);');
    await migrate(empty.url, copy);
    await expect(migrate(empty.url)).rejects.toThrow(/before the first release.*import the traces/);
  });

  it('was made by a migration that was edited since', async () => {
    const copy = await newerMigrations();
    await migrate(empty.url, copy);
    await newerMigrations('CREATE TABLE "Newer" ("id" TEXT);');
    await expect(migrate(empty.url, copy)).rejects.toThrow(/was edited after/);
  });
});
