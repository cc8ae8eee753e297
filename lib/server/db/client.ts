import { env } from '@/lib/server/env';
import { processWide, type ProcessWide } from '@/lib/server/process-wide';
import type { Database } from './connection/driver';

export type { Database, Driver, Statements, Value } from './connection/driver';

/** True for the URL of a PostgreSQL database. */
export const isPostgresql = (url: string): boolean => /^postgres(ql)?:/.test(url);

/**
 * Opens a database; `migrate` makes its tables.
 * @throws DatabaseError if PostgreSQL cannot be used.
 */
export async function openDatabase(url: string): Promise<Database> {
  // Each has its own query compiler: load only the needed one.
  if (isPostgresql(url)) return (await import('./connection/postgresql')).openPostgresql(url);
  return (await import('./connection/sqlite')).openSqlite(url);
}

/** The process's database, opened on first use and shared by all bundles of the server. */
export const database: ProcessWide<Promise<Database>> = processWide('database', () =>
  openDatabase(env().databaseUrl).catch((error: unknown) => {
    database.drop();
    throw error;
  }),
);
