import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../client';
import { Prisma } from '../generated/client';
import { migrate } from './migrate';

const OWN = path.join(process.cwd(), 'prisma/migrations');

let folder = '';
let url = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'highwater-migrate-'));
  // The name needs escaping in a URL.
  url = `file:${path.join(folder, 'a library %20 #1.db')}`;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function rows(sql: string): Promise<readonly Record<string, unknown>[]> {
  const db = await openDatabase(url);
  const found = await db.prisma.$queryRawUnsafe<Record<string, unknown>[]>(sql);
  await db.close();
  return found;
}

async function addMigration(copy: string, name: string, sql: string): Promise<void> {
  await mkdir(path.join(copy, name), { recursive: true });
  await writeFile(path.join(copy, name, 'migration.sql'), sql);
}

describe('migrate', () => {
  it('applies each migration once and records it as Prisma does', async () => {
    const first = await migrate(url);
    expect(first.length).toBeGreaterThan(0);
    expect(await migrate(url)).toEqual([]);
    const recorded = await rows('SELECT * FROM "_prisma_migrations" ORDER BY "migration_name"');
    expect(recorded.map((row) => row['migration_name'])).toEqual(first);
    expect(recorded[0]).toMatchObject({
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      applied_steps_count: 1,
      rolled_back_at: null,
    });
  });

  it('makes a library that its owner alone may read, its log included', async () => {
    const file = path.join(folder, 'made', 'library.db');
    await migrate(`file:${file}`);
    const db = await openDatabase(`file:${file}`);
    await db.prisma.setting.count();
    const modes = [path.dirname(file), file, `${file}-wal`, `${file}-shm`].map(
      async (name) => (await stat(name)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o600, 0o600]);
    await db.close();
  });

  it('makes the tables that the schema describes', async () => {
    await migrate(url);
    for (const model of Object.values(Prisma.ModelName)) {
      const columns = await rows(`SELECT "name" FROM pragma_table_info('${model}') ORDER BY 1`);
      const fields = Object.values(Prisma[`${model}ScalarFieldEnum`]);
      expect(columns.map((row) => row['name'])).toEqual([...fields].sort());
    }
  });

  it('survives two processes that migrate at once', async () => {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    const count = await rows('SELECT count(*) AS n FROM "_prisma_migrations"');
    expect(Number(count[0]?.['n'])).toBe(new Set(applied.flat()).size);
  });

  it('leaves nothing of a migration that fails', async () => {
    const copy = path.join(folder, 'migrations');
    await cp(OWN, copy, { recursive: true });
    await addMigration(copy, '29990101000000_bad', 'CREATE TABLE "Half" ("a" TEXT); nonsense;');
    await expect(migrate(url, copy)).rejects.toThrow();
    expect(await rows(`SELECT * FROM sqlite_master WHERE "name" = 'Half'`)).toEqual([]);
    expect(await migrate(url)).toEqual([]);
  });

  it('refuses a database that a newer version made, and an edited migration', async () => {
    const copy = path.join(folder, 'migrations');
    await cp(OWN, copy, { recursive: true });
    await addMigration(copy, '29990101000000_newer', 'CREATE TABLE "New" ("a" TEXT);');
    await migrate(url, copy);
    await expect(migrate(url)).rejects.toThrow(/made by a newer version/);
    await addMigration(copy, '29990101000000_newer', 'CREATE TABLE "Other" ("a" TEXT);');
    await expect(migrate(url, copy)).rejects.toThrow(/edited/);
  });
});
