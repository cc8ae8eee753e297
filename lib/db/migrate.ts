import path from 'node:path';
import { isPostgresql } from './client';

export { MigrationError } from './migrations';

/** The folder of the migrations for a database. */
export const migrationsFolder = (url: string): string =>
  path.join(
    /* turbopackIgnore: true */ process.cwd(),
    isPostgresql(url) ? 'prisma/postgresql/migrations' : 'prisma/migrations',
  );

/**
 * Brings the database to the newest schema through the driver, as `prisma migrate deploy` would
 * with its engine; the record is Prisma's own. Safe to run from several processes at once.
 * @returns the names of the migrations applied now.
 * @throws MigrationError when the database is newer than the program, or a migration was edited;
 *   DatabaseError when PostgreSQL cannot be used.
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
