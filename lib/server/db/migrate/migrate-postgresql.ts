import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { postgresError } from '../connection/database-error';
import { APPLIED, missingMigrations, readMigrations, type Migration } from './migrations';
import { connectPostgresql } from '../connection/postgresql';

/** Lock key of Prisma's command line during a migration. */
const LOCK = 72707369;

/** Prisma's table of applied migrations, identical to its command line's. */
const HISTORY = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum"              VARCHAR(64) NOT NULL,
    "finished_at"           TIMESTAMPTZ,
    "migration_name"        VARCHAR(255) NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        TIMESTAMPTZ,
    "started_at"            TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count"   INTEGER NOT NULL DEFAULT 0
)`;

async function appliedMigrations(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(APPLIED);
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

/** Applies a migration and records it in one transaction. */
async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations"
         ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
       VALUES ($1, $2, $3, now(), now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** `migrate` for PostgreSQL; one process at a time, the others wait. */
export async function migratePostgresql(url: string, folder: string): Promise<readonly string[]> {
  const client = await connectPostgresql(url);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(HISTORY);
    const applied = await appliedMigrations(client);
    const name = `The database "${client.database ?? ''}"`;
    const missing = missingMigrations(readMigrations(folder), applied, name);
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } catch (error) {
    if ((error as { code?: string }).code === '42501') throw postgresError(error, url);
    throw error;
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}
