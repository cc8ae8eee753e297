import { existsSync } from 'node:fs';
import { copyFile, lstat, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { err, ok, type Result } from '@/lib/engine/base/result';
import type { ImportError, TableOrder } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import { unpack } from '../archives/unpack';
import { SQLITE_MEMORY } from '../open-limits';
import { SqliteTable } from './sqlite-table';
import { asSqliteError, namesOf, type SqliteEncoding } from './sqlite-values';
import type { TraceBytes } from '../trace-bytes';

/** First bytes of a SQLite file. */
/** A row as a record of a trace. */
interface RowRecord {
  readonly table: string;
  readonly row: Readonly<Record<string, Json>>;
}

/** Suffixes of files beside a database: write-ahead log and rollback journal. */
const WAL = '-wal';
const sidecars = [WAL, '-shm', '-journal'];

/** The header's byte that names the journal (https://sqlite.org/fileformat2.html#file_format_version_numbers). */
const HEADER_BYTES = 20;
const READ_VERSION = 19;
const WAL_MODE = 2;

type Columns = Readonly<Record<string, readonly string[]>>;

/**
 * The schema is the uploader's: nothing is written, no function of it has side effects, and SQLite
 * takes no more memory than it may. The limit holds for the whole process.
 */
const GUARDS = `PRAGMA query_only = 1; PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1;
  PRAGMA mmap_size = 0; PRAGMA hard_heap_limit = ${SQLITE_MEMORY}`;

/** A copy of a SQLite database, deleted when closed. */
export class SqliteTrace {
  /** Columns by table. */
  readonly columns: Columns;
  /** Names that are not UTF-8; their tables and columns are left out. */
  readonly unnamed: number;
  /** True for a database whose newest rows may be in a file that did not come with it. */
  readonly lacksWal: boolean;
  readonly #folder: string;
  readonly #database: Database.Database;
  readonly #bytes: number;
  readonly #encoding: SqliteEncoding;
  readonly #tables = new Map<string, SqliteTable>();

  private constructor(
    folder: string,
    database: Database.Database,
    bytes: number,
    lacksWal: boolean,
  ) {
    this.lacksWal = lacksWal;
    this.#folder = folder;
    this.#database = database;
    this.#bytes = bytes;
    this.#encoding = encodingOf(database);
    const { columns, unnamed } = readColumns(database);
    this.columns = columns;
    this.unnamed = unnamed;
  }

  /** Copies the database at `path` and the files beside it into `folder`, which it makes. */
  static async open(
    path: string | null,
    file: TraceBytes,
    folder: string,
    signal?: AbortSignal,
  ): Promise<Result<SqliteTrace, ImportError>> {
    await mkdir(folder, { recursive: true });
    let database: Database.Database | null = null;
    try {
      const copy = join(folder, 'trace.db');
      let { bytes } = await unpack(copy, file.chunks(signal));
      if (path !== null) {
        for (const suffix of sidecars) bytes += await copyIfThere(path + suffix, copy + suffix);
      }
      const head = await file.head(HEADER_BYTES);
      const lacksWal = head[READ_VERSION] === WAL_MODE && !existsSync(copy + WAL);
      database = new Database(copy);
      database.exec(GUARDS);
      return ok(new SqliteTrace(folder, database, bytes, lacksWal));
    } catch (error) {
      database?.close();
      await rm(folder, { recursive: true, force: true });
      const sqlite = asSqliteError(error);
      if (sqlite === null) throw error;
      return err(sqlite);
    }
  }

  /** The rows of some tables, one table after the other. Throws SQLite's errors and faults. */
  *rows(tables: readonly TableOrder[]): Generator<RowRecord, void, void> {
    for (const { name, order, binary } of tables) {
      for (const row of this.#table(name)?.rows(order, binary) ?? []) yield { table: name, row };
    }
  }

  /** Number of rows of some tables. @throws SqliteFault if they are more than the file can hold. */
  count(tables: readonly TableOrder[]): number {
    return tables.reduce((rows, { name }) => rows + (this.#table(name)?.count() ?? 0), 0);
  }

  /** Facts about what was read, for the receipt. */
  get remarks(): readonly string[] {
    const left = this.unnamed === 0 ? [] : [leftOut(this.unnamed)];
    return [...left, ...[...this.#tables.values()].flatMap(({ remarks }) => remarks)];
  }

  async close(): Promise<void> {
    this.#database.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #table(name: string): SqliteTable | null {
    const columns = this.columns[name];
    if (columns === undefined) return null;
    let table = this.#tables.get(name);
    if (table === undefined) {
      const bytes = this.#bytes;
      const encoding = this.#encoding;
      table = new SqliteTable(this.#database, { name, columns, bytes, encoding });
      this.#tables.set(name, table);
    }
    return table;
  }
}

const leftOut = (names: number): string =>
  `${names === 1 ? '1 table or column' : `${names} tables or columns`} with a name that is not UTF-8 ${names === 1 ? 'was' : 'were'} left out.`;

/** Copies a regular file; returns its bytes, 0 without one. */
async function copyIfThere(from: string, to: string): Promise<number> {
  try {
    const info = await lstat(from);
    if (!info.isFile()) return 0;
    await copyFile(from, to);
    return info.size;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return 0;
  }
}

function encodingOf(database: Database.Database): SqliteEncoding {
  const [row] = database.prepare('PRAGMA encoding').raw().all() as readonly (readonly unknown[])[];
  const encoding = String(row?.[0]);
  return encoding === 'UTF-16le' || encoding === 'UTF-16be' ? encoding : 'UTF-8';
}

/**
 * Tables with stored rows and their stored columns. Views, virtual tables and generated columns would
 * run code and are left out: an ordinary table has a root page, and SQLite itself writes the first
 * words of its statement.
 */
function readColumns(database: Database.Database): {
  readonly columns: Columns;
  readonly unnamed: number;
} {
  const found = database
    .prepare(
      `SELECT CAST(t.name AS BLOB), CAST(c.name AS BLOB)
       FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c
       WHERE t.type = 'table' AND t.rootpage > 0 AND substr(t.sql, 1, 13) = 'CREATE TABLE '
         AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND c.hidden = 0
       ORDER BY t.name, t.rowid, c.cid`,
    )
    .raw()
    .all();
  const { named, unnamed } = namesOf(found, encodingOf(database));
  const columns: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const [table, column] of named) (columns[table] ??= []).push(column);
  return { columns, unnamed };
}
