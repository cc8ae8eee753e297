import { isUtf8 } from 'node:buffer';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { err, ok, type Result } from '@/lib/base/result';
import type { ImportError, TableOrder } from '@/lib/importers/importer';
import type { Json } from '@/lib/session/schema';
import { unpack } from './archives/unpack';
import type { TraceBytes } from './trace-bytes';

/** First bytes of a SQLite file. */
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');

/** True if `head` is the beginning of a SQLite database. */
export const isSqlite = (head: Buffer): boolean => head.subarray(0, MAGIC.length).equals(MAGIC);

/** A row as a record of a trace. */
interface RowRecord {
  readonly table: string;
  readonly row: Readonly<Record<string, Json>>;
}

/** Suffixes of files beside a database: write-ahead log and rollback journal. */
const sidecars = ['-wal', '-shm', '-journal'];

type Columns = Readonly<Record<string, readonly string[]>>;

/** A copy of a SQLite database, deleted when closed. */
export class SqliteTrace {
  /** Columns by table. */
  readonly columns: Columns;

  private constructor(
    private readonly folder: string,
    private readonly database: Database.Database,
    columns: Columns,
  ) {
    this.columns = columns;
  }

  /** Copies the database at `path` and the files beside it. */
  static async open(
    path: string | null,
    file: TraceBytes,
    signal?: AbortSignal,
  ): Promise<Result<SqliteTrace, ImportError>> {
    const folder = await mkdtemp(join(tmpdir(), 'highwater-'));
    let database: Database.Database | null = null;
    try {
      const copy = join(folder, 'trace.db');
      await unpack(copy, file.chunks(signal));
      if (path !== null) {
        for (const suffix of sidecars) await copyIfThere(path + suffix, copy + suffix);
      }
      database = new Database(copy);
      // The schema is the uploader's: forbid writes and functions with side effects.
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
      const row = this.database.prepare(`SELECT count(*) AS n FROM ${quoted(name)}`).get();
      rows += (row as { readonly n: number }).n;
    }
    return rows;
  }

  async close(): Promise<void> {
    this.database.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Query in the order of `keys`; ties are broken by rowid, except in tables without one. */
  #statement(table: string, keys: readonly string[]): Database.Statement {
    const select = `SELECT * FROM ${quoted(table)}`;
    try {
      return this.database.prepare(`${select} ORDER BY ${[...keys, 'rowid'].join(', ')}`);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('rowid')) throw error;
      return this.database.prepare(
        keys.length === 0 ? select : `${select} ORDER BY ${keys.join(', ')}`,
      );
    }
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** Tables with stored rows; views and virtual tables would run code and are left out. */
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

/** Reads blobs as text if they are UTF-8 (JSON of a Go service), else as null. */
function plainRow(row: object): RowRecord['row'] {
  const plain: Record<string, Json> = {};
  for (const [column, value] of Object.entries(row) as [string, unknown][]) {
    if (typeof value === 'string' || typeof value === 'number') plain[column] = value;
    else plain[column] = value instanceof ArrayBuffer ? blobText(Buffer.from(value)) : null;
  }
  return plain;
}

const blobText = (blob: Buffer): string | null => (isUtf8(blob) ? blob.toString('utf8') : null);

/** Converts SQLite's error into an import error; null for other errors. */
export function asSqliteError(error: unknown): ImportError | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const code = String(error.code);
  if (!code.startsWith('SQLITE_')) return null;
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
    return { code: 'malformed', message: `The SQLite database is damaged: ${error.message}.` };
  }
  return { code: 'unreadable', message: `SQLite cannot read the database: ${error.message}.` };
}
