import { isUtf8 } from 'node:buffer';
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { err, ok, type Result } from '@/lib/base/result';
import type { ImportError, TableOrder } from '@/lib/importers/importer';
import type { Json } from '@/lib/session/schema';
import type { TraceBytes } from './trace-bytes';

/** What a SQLite file begins with. */
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');

/** True where `head` is the beginning of a SQLite database. */
export const isSqlite = (head: Buffer): boolean => head.subarray(0, MAGIC.length).equals(MAGIC);

/** A row as a record of a trace. */
export interface RowRecord {
  readonly table: string;
  readonly row: Readonly<Record<string, Json>>;
}

/** Files that belong to a database: what is not yet written back, and what would undo a crash. */
const sidecars = ['-wal', '-shm', '-journal'];

type Columns = Readonly<Record<string, readonly string[]>>;

/** A copy of a SQLite database, deleted when closed. */
export class SqliteTrace {
  readonly #folder: string;
  readonly #database: Database.Database;
  /** Columns of each table. */
  readonly columns: Columns;

  private constructor(folder: string, database: Database.Database, columns: Columns) {
    this.#folder = folder;
    this.#database = database;
    this.columns = columns;
  }

  /** Copies a database; `path` is where it lies as a file, together with what lies beside it. */
  static async open(
    path: string | null,
    file: TraceBytes,
    signal?: AbortSignal,
  ): Promise<Result<SqliteTrace, ImportError>> {
    const folder = await mkdtemp(join(tmpdir(), 'highwater-'));
    let database: Database.Database | null = null;
    try {
      const copy = join(folder, 'trace.db');
      await copyTo(copy, file, signal);
      if (path !== null) {
        for (const suffix of sidecars) await copyIfThere(path + suffix, copy + suffix);
      }
      database = new Database(copy);
      // The schema is the uploader's: it must not write, nor call functions with side effects.
      database.exec('PRAGMA query_only = 1; PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1');
      return ok(new SqliteTrace(folder, database, readColumns(database)));
    } catch (error) {
      database?.close();
      await rm(folder, { recursive: true, force: true });
      const sqlite = asSqliteError(error);
      if (sqlite === null) throw error;
      return err(sqlite);
    }
  }

  /** The rows of some tables, one table after the other. Throws SQLite's errors. */
  *rows(tables: readonly TableOrder[]): Generator<RowRecord, void, void> {
    for (const { name, order } of tables) {
      const columns = this.columns[name];
      if (columns === undefined) continue;
      const keys = order.filter((column) => columns.includes(column)).map(quoted);
      for (const row of this.#statement(name, keys).iterate() as Iterable<object>) {
        yield { table: name, row: plainRow(row) };
      }
    }
  }

  /** Number of rows of some tables, for progress. */
  count(tables: readonly TableOrder[]): number {
    let rows = 0;
    for (const { name } of tables) {
      if (this.columns[name] === undefined) continue;
      const row = this.#database.prepare(`SELECT count(*) AS n FROM ${quoted(name)}`).get();
      rows += (row as { readonly n: number }).n;
    }
    return rows;
  }

  async close(): Promise<void> {
    this.#database.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Ties are broken by row number, which tables without one do not have. */
  #statement(table: string, keys: readonly string[]): Database.Statement {
    const select = `SELECT * FROM ${quoted(table)}`;
    try {
      return this.#database.prepare(`${select} ORDER BY ${[...keys, 'rowid'].join(', ')}`);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('rowid')) throw error;
      return this.#database.prepare(
        keys.length === 0 ? select : `${select} ORDER BY ${keys.join(', ')}`,
      );
    }
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function copyTo(
  path: string,
  file: TraceBytes,
  signal: AbortSignal | undefined,
): Promise<void> {
  const copy = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of file.chunks(signal)) {
      await copy.writeFile(chunk);
    }
  } finally {
    await copy.close();
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** Tables that hold rows of their own; views and virtual tables run code and are left out. */
function readColumns(database: Database.Database): Columns {
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .all() as readonly { readonly name: string }[];
  return Object.fromEntries(
    tables.map(({ name }) => {
      const columns = database.prepare(`PRAGMA table_info(${quoted(name)})`).all();
      return [name, (columns as readonly { readonly name: string }[]).map((column) => column.name)];
    }),
  );
}

/** Blobs come as text where they are UTF-8 (JSON of a Go service), else as null. */
function plainRow(row: object): RowRecord['row'] {
  const plain: Record<string, Json> = {};
  for (const [column, value] of Object.entries(row) as [string, unknown][]) {
    if (typeof value === 'string' || typeof value === 'number') plain[column] = value;
    else plain[column] = value instanceof ArrayBuffer ? blobText(Buffer.from(value)) : null;
  }
  return plain;
}

const blobText = (blob: Buffer): string | null => (isUtf8(blob) ? blob.toString('utf8') : null);

/** What SQLite says of a database, as an import error; null for any other error. */
export function asSqliteError(error: unknown): ImportError | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const code = String(error.code);
  if (!code.startsWith('SQLITE_')) return null;
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
    return { code: 'malformed', message: `The SQLite database is damaged: ${error.message}.` };
  }
  return { code: 'unreadable', message: `SQLite cannot read the database: ${error.message}.` };
}
