import { randomUUID } from 'node:crypto';
import { databasePath, dataFolder, makePrivateLibrary } from '@/lib/server/data-folder';
import { makeFolder } from '../durable';
import { APPLIED, missingMigrations, readMigrations, type Migration } from './migrations';
import { DatabaseError } from '../connection/database-error';
import { sqliteAdapter } from '../connection/sqlite';

/** Prisma's table of applied migrations, identical to its command line's. */
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

type Adapter = Awaited<ReturnType<ReturnType<typeof sqliteAdapter>['connect']>>;

async function appliedMigrations(adapter: Adapter): Promise<ReadonlyMap<string, string>> {
  const { rows } = await adapter.queryRaw({ sql: APPLIED, args: [], argTypes: [] });
  return new Map(rows.map((row) => [String(row[0]), String(row[1])]));
}

async function apply(adapter: Adapter, { name, sql, checksum }: Migration): Promise<void> {
  const now = Date.now();
  // The driver rolls a failed script back: schema and record change together.
  await adapter.executeScript(`BEGIN IMMEDIATE;
${sql};
INSERT INTO "_prisma_migrations"
  ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
  VALUES ('${randomUUID()}', '${checksum}', '${name}', ${now}, ${now}, 1);
COMMIT;`);
}

/** Applies a migration; a failure is harmless if another process has applied it. */
async function applyOnce(adapter: Adapter, migration: Migration): Promise<void> {
  try {
    await apply(adapter, migration);
  } catch (error) {
    if (!(await appliedMigrations(adapter)).has(migration.name)) throw error;
  }
}

/** `migrate` for a SQLite file; makes a missing file. */
export async function migrateSqlite(url: string, folder: string): Promise<readonly string[]> {
  await makeFolder(dataFolder(url));
  makePrivateLibrary(databasePath(url));
  const adapter = await sqliteAdapter(url).connect();
  try {
    await adapter.executeScript(`PRAGMA journal_mode = WAL; ${HISTORY}`);
    const applied = await appliedMigrations(adapter);
    const missing = missingMigrations(readMigrations(folder), applied, databasePath(url));
    for (const migration of missing) await applyOnce(adapter, migration);
    return missing.map(({ name }) => name);
  } catch (error) {
    throw unusable(error, databasePath(url)) ?? error;
  } finally {
    await adapter.dispose();
  }
}

/** A sentence for a file that is no whole database; null for another error. */
function unusable(error: unknown, file: string): DatabaseError | null {
  const said = error instanceof Error ? error.message : '';
  if (said.startsWith('SQLITE_NOTADB')) {
    return new DatabaseError(
      `${file} is not a SQLite database. Move it away, or let DATABASE_URL name another file.`,
    );
  }
  if (!said.startsWith('SQLITE_CORRUPT')) return null;
  return new DatabaseError(`${file} is damaged. Put a backup in its place.`);
}
