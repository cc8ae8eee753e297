import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { databaseAdapter, databasePath, type Driver } from './client';

/** Prisma's own table of applied migrations, as its command line makes it. */
const HISTORY = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
);`;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The database cannot be used by this version of the program; the message says why. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The migrations of a folder, oldest first. */
function readMigrations(folder: string): readonly Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((item) => item.isDirectory() && /^\d{14}_\w+$/.test(item.name))
    .map(({ name }) => path.join(folder, name, 'migration.sql'))
    .filter((file) => existsSync(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name: path.basename(path.dirname(file)), sql, checksum };
    });
}

/** Checksums of the applied migrations by name. */
async function appliedMigrations(driver: Driver): Promise<ReadonlyMap<string, string>> {
  const { rows } = await driver.queryRaw({
    sql: `SELECT "migration_name", "checksum" FROM "_prisma_migrations"
          WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`,
    args: [],
    argTypes: [],
  });
  return new Map(rows.map((row) => [String(row[0]), String(row[1])]));
}

async function apply(driver: Driver, { name, sql, checksum }: Migration): Promise<void> {
  const now = Date.now();
  // A script that fails is rolled back by the driver: the schema and its record change together.
  await driver.executeScript(`BEGIN IMMEDIATE;
${sql};
INSERT INTO "_prisma_migrations"
  ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
  VALUES ('${randomUUID()}', '${checksum}', '${name}', ${now}, ${now}, 1);
COMMIT;`);
}

/**
 * Brings the database to the newest schema through the driver, as `prisma migrate deploy` would
 * with its engine; the record is Prisma's own. Safe to run from two processes at once.
 * @returns the names of the migrations applied now.
 * @throws MigrationError when the database is newer than the program, or a migration was edited.
 */
export async function migrate(
  url: string,
  folder = path.join(/* turbopackIgnore: true */ process.cwd(), 'prisma/migrations'),
): Promise<readonly string[]> {
  mkdirSync(path.dirname(databasePath(url)), { recursive: true });
  const driver = await databaseAdapter(url).connect();
  try {
    await driver.executeScript(`PRAGMA journal_mode = WAL; ${HISTORY}`);
    const migrations = readMigrations(folder);
    const applied = await appliedMigrations(driver);
    checkHistory(migrations, applied, databasePath(url));
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await applyOnce(driver, migration);
    return missing.map(({ name }) => name);
  } finally {
    await driver.dispose();
  }
}

/** Another process may have applied the migration meanwhile; then ours fails harmlessly. */
async function applyOnce(driver: Driver, migration: Migration): Promise<void> {
  try {
    await apply(driver, migration);
  } catch (error) {
    if (!(await appliedMigrations(driver)).has(migration.name)) throw error;
  }
}

function checkHistory(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  file: string,
): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    const expected = known.get(name);
    if (expected === undefined) {
      throw new MigrationError(`${file} was made by a newer version of Highwater (${name}).`);
    }
    if (expected !== checksum) {
      throw new MigrationError(`The migration ${name} was edited after ${file} was made with it.`);
    }
  }
}
