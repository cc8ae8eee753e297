import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A migration: a folder `<14 digits>_<name>` with a migration.sql. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** This version of the program cannot use the database; the message says why. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The migrations of a folder, oldest first. */
export function readMigrations(folder: string): readonly Migration[] {
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

/** Names and checksums of the applied migrations. */
export const APPLIED = `SELECT "migration_name", "checksum" FROM "_prisma_migrations"
  WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`;

/**
 * The migrations not yet applied.
 * @param applied names and checksums of those applied.
 * @param database its name for messages.
 * @throws MigrationError if the database is newer than the program or older than its first release, or
 *   if a migration was edited.
 */
export function missingMigrations(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  database: string,
): readonly Migration[] {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    const expected = known.get(name);
    if (expected === undefined && name < (migrations[0]?.name ?? '')) {
      throw new MigrationError(
        `${database} was made before the first release. Name another one, and import the traces again.`,
      );
    }
    if (expected === undefined) {
      throw new MigrationError(`${database} was made by a newer version of Highwater (${name}).`);
    }
    if (expected !== checksum) {
      throw new MigrationError(
        `The migration ${name} was edited after ${database} was made with it.`,
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}
