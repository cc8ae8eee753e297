import path from 'node:path';
import { isPostgresql } from '../client';

export { MigrationError } from './migrations';

/** Folder of a database's migrations. */
export const migrationsFolder = (url: string): string =>
  path.join(
    /* turbopackIgnore: true */ process.cwd(),
    isPostgresql(url) ? 'prisma/postgresql/migrations' : 'prisma/migrations',
  );

/**
 * Migrates the database to the newest schema, like `prisma migrate deploy` but through the driver,
 * with Prisma's table of migrations. Safe to run from several processes at once.
 * @returns the names of the migrations applied now.
 * @throws MigrationError if the database is newer than the program or a migration was edited;
 *   DatabaseError if PostgreSQL cannot be used.
 */
export async function migrate(
  url: string,
  folder = migrationsFolder(url),
): Promise<readonly string[]> {
  if (isPostgresql(url)) {
    const { migratePostgresql } = await import('./migrate-postgresql');
    return migratePostgresql(url, folder);
  }
  const { migrateSqlite } = await import('./migrate-sqlite');
  return migrateSqlite(url, folder);
}
