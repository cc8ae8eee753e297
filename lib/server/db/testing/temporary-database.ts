import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '../client';
import { migrate, migrationsFolder } from '../migrate/migrate';
import { readMigrations } from '../migrate/migrations';
import { connectPostgresql } from '../connection/postgresql';

/** A database in its own folder; for tests. */
export interface TemporaryDatabase {
  readonly db: Database;
  readonly url: string;
  readonly folder: string;
  /** Closes and deletes the database. */
  readonly remove: () => Promise<void>;
}

/** URL of a database for one test. */
export interface TemporaryUrl {
  readonly url: string;
  readonly remove: () => Promise<void>;
}

/** The PostgreSQL server under test; undefined for SQLite. */
function serverUnderTest(): string | undefined {
  if (process.env['HIGHWATER_TEST_DATABASE'] !== 'postgresql') return undefined;
  const url = process.env['HIGHWATER_TEST_POSTGRESQL'];
  if (!url) throw new Error('HIGHWATER_TEST_POSTGRESQL names no server');
  return url;
}

/** A database of the kind under test: SQLite, or PostgreSQL where tests run on both. */
export const temporaryDatabase = async (): Promise<TemporaryDatabase> =>
  opened(await temporaryUrl());

/** A SQLite database, whatever is under test. */
export const temporarySqlite = async (): Promise<TemporaryDatabase> =>
  opened(await sqliteUrl(false));

async function opened({ url, remove: drop }: TemporaryUrl): Promise<TemporaryDatabase> {
  const db = await openDatabase(url);
  const remove = async (): Promise<void> => {
    await db.close();
    await drop();
  };
  return { db, url, folder: db.folder, remove };
}

/** URL of a database of the kind under test, migrated or empty. */
export async function temporaryUrl({ empty = false } = {}): Promise<TemporaryUrl> {
  const server = serverUnderTest();
  return server === undefined ? sqliteUrl(empty) : temporaryPostgres(server, empty);
}

async function sqliteUrl(empty: boolean): Promise<TemporaryUrl> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'highwater-'));
  const url = `file:${path.join(folder, 'library.db')}`;
  if (!empty) await migrate(url);
  return { url, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Copies a template, made once per server; faster than migrating again. */
async function temporaryPostgres(server: string, empty: boolean): Promise<TemporaryUrl> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = empty ? 'template0' : await migratedTemplate(server);
  await onServer(server, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  const url = databaseOf(server, name);
  return {
    url,
    remove: async () => {
      await onServer(server, `DROP DATABASE "${name}" WITH (FORCE)`);
      await rm(path.resolve('data', name), { recursive: true, force: true });
    },
  };
}

/** One process makes the template while the others wait. */
async function migratedTemplate(server: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { sql } of readMigrations(migrationsFolder(server))) hash.update(sql);
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  const client = await connectPostgresql(server);
  try {
    await client.query('SELECT pg_advisory_lock(1)');
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE "${name}_new"`);
      await migrate(databaseOf(server, `${name}_new`));
      await client.query(`ALTER DATABASE "${name}_new" RENAME TO "${name}"`);
    }
    return name;
  } finally {
    await client.end();
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = await connectPostgresql(server);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
