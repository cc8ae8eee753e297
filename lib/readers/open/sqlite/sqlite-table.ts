import type Database from 'libsql';
import type { Json } from '@/lib/engine/session/schema';
import { MAX_CELL_BYTES } from '../open-limits';
import {
  blobText,
  bytesOf,
  cellTooLarge,
  decodedText,
  moreThanFits,
  plainValue,
  SqliteFault,
  type SqliteEncoding,
} from './sqlite-values';

/** Names by which SQLite knows a row's number; a column may have taken some of them. */
const ROW_NUMBERS = ['rowid', '_rowid_', 'oid'];

/** Least bytes of a row in the file: its cell's length and number, its header, its place in a page. */
const LEAST_ROW_BYTES = 4;

/** Most columns that are read: a statement has at most 2,000 results, and each column takes two. */
const MOST_COLUMNS = 900;

/** Rows that the driver reads at once of a statement that is iterated. */
const ROWS_AT_ONCE = 100;

type Row = Readonly<Record<string, Json>>;
type Raw = readonly unknown[];

interface TableContent {
  readonly name: string;
  /** Its stored columns. */
  readonly columns: readonly string[];
  /** Bytes of the database's files. */
  readonly bytes: number;
  readonly encoding: SqliteEncoding;
}

/** The rows of one table of a hostile database. */
export class SqliteTable {
  readonly #database: Database.Database;
  readonly #content: TableContent;
  #rows: number | null = null;
  /** Most bytes of so many rows as the driver reads at once. */
  #atOnce = 0;
  #replaced = 0;
  /** Number of the first row with a text that is not of its encoding. */
  #firstReplaced = 0;

  /** @throws SqliteFault for a table of too many columns. */
  constructor(database: Database.Database, content: TableContent) {
    const { name, columns } = content;
    if (columns.length > MOST_COLUMNS) {
      const message = `The table ${name} has ${columns.length} columns; at most ${MOST_COLUMNS} are read.`;
      throw new SqliteFault({ code: 'unreadable', message, at: name });
    }
    this.#database = database;
    this.#content = content;
  }

  /** Facts about the rows read so far. */
  get remarks(): readonly string[] {
    const { name, encoding } = this.#content;
    if (this.#replaced === 0) return [];
    const texts = this.#replaced === 1 ? '1 text' : `${this.#replaced} texts`;
    return [
      `${texts} with bytes that are not ${encoding}, read as U+FFFD (first: ${name} row ${this.#firstReplaced}).`,
    ];
  }

  /**
   * Number of rows; their values are not read. A page may be claimed by many rows, which would then be
   * read without end. @throws SqliteFault if there are more rows or bytes than the file can hold.
   */
  count(): number {
    if (this.#rows !== null) return this.#rows;
    const { name, columns, bytes } = this.#content;
    const most = Math.ceil(bytes / LEAST_ROW_BYTES);
    const sizes = columns
      .map(quoted)
      .map((c) => `iif(typeof(${c}) IN ('text', 'blob'), octet_length(${c}), 0)`);
    const sums = sizes.flatMap((size) => [`total(${size})`, `max(${size})`]);
    const names = columns.map(quoted).join(', ');
    const [rows = 0, ...found] = this.#first(
      `SELECT ${['count(*)', ...sums].join(', ')}
       FROM (SELECT ${names} FROM ${quoted(name)} NOT INDEXED LIMIT ${most + 1})`,
    ).map(Number);
    const total = found.reduce((sum, value, i) => (i % 2 === 0 ? sum + value : sum), 0);
    if (rows > most || total > bytes) throw moreThanFits(name);
    if (found.some((value, i) => i % 2 === 1 && value > MAX_CELL_BYTES)) throw cellTooLarge(name);
    const longest = found.reduce((sum, value, i) => (i % 2 === 0 ? sum : sum + value), 0);
    this.#atOnce = Math.min(total, longest * ROWS_AT_ONCE);
    this.#rows = rows;
    return rows;
  }

  /** The rows in the order of `keys`, the blobs of the column `binary` that are no text as base64; ties are broken by row number, except in tables without one. */
  *rows(keys: readonly string[], binary?: string): Generator<Row, void, void> {
    this.count();
    let number = 0;
    for (const raw of this.#sorted(keys)) yield this.#plain(raw, ++number, binary);
  }

  /** Indexes are the uploader's as well, and are not used. */
  *#sorted(keys: readonly string[]): Generator<Raw, void, void> {
    const { name, columns } = this.#content;
    const from = `FROM ${quoted(name)} NOT INDEXED`;
    const order = keys.filter((column) => columns.includes(column)).map(quoted);
    const row = ROW_NUMBERS.find((known) => !columns.some((c) => c.toLowerCase() === known));
    const numbers =
      row && this.#prepared(`SELECT ${row} ${from} ORDER BY ${[...order, row].join(', ')}`);
    if (numbers && this.#atOnce <= MAX_CELL_BYTES) {
      // Only numbers are sorted; a limit keeps their order where they are joined.
      const sorted = quoted('r'.repeat(Math.max(...columns.map(({ length }) => length)) + 1));
      const all = this.#database.prepare(
        `SELECT ${this.#values()}
         FROM (SELECT ${row} AS ${sorted} ${from} ORDER BY ${[...order, row].join(', ')} LIMIT -1)
         CROSS JOIN ${quoted(name)} NOT INDEXED ON ${quoted(name)}.${row} = ${sorted}`,
      );
      let rows = 0;
      for (const found of all.raw().iterate() as Iterable<Raw>) {
        rows++;
        yield found;
      }
      if (rows < this.count()) throw moreThanFits(name);
      return;
    }
    if (numbers) {
      // One row at a time is in memory.
      const one = this.#database.prepare(`SELECT ${this.#values()} ${from} WHERE ${row} = ?`).raw();
      for (const [number] of numbers.safeIntegers(true).raw().iterate() as Iterable<Raw>) {
        const found = one.get(number) as Raw | undefined;
        if (found === undefined) throw moreThanFits(name);
        yield found;
      }
      return;
    }
    const sort = order.length === 0 ? '' : `ORDER BY ${order.join(', ')}`;
    yield* this.#database
      .prepare(`SELECT ${this.#values()} ${from} ${sort}`)
      .raw()
      .iterate() as Iterable<Raw>;
  }

  /** A statement on row numbers; null for a table without them. */
  #prepared(sql: string): Database.Statement | null {
    try {
      return this.#database.prepare(sql);
    } catch (error) {
      if (error instanceof Error && error.message.includes('no such column')) return null;
      throw error;
    }
  }

  /** For each column: 1 for a text, and its value; a text as its bytes, which the driver does not check. */
  #values(): string {
    return this.#content.columns
      .map(quoted)
      .map((c) => `typeof(${c}) = 'text', iif(typeof(${c}) = 'text', CAST(${c} AS BLOB), ${c})`)
      .join(', ');
  }

  #first(sql: string): Raw {
    return (this.#database.prepare(sql).raw().get() ?? []) as Raw;
  }

  #plain(raw: Raw, number: number, binary: string | undefined): Row {
    const row: Record<string, Json> = {};
    for (const [i, column] of this.#content.columns.entries()) {
      const value = raw[2 * i + 1];
      const bytes = bytesOf(value);
      if (bytes === null) row[column] = plainValue(value);
      else if (raw[2 * i] === 1) row[column] = this.#text(bytes, number);
      else row[column] = blobText(bytes) ?? (column === binary ? bytes.toString('base64') : null);
    }
    return row;
  }

  #text(bytes: Buffer, number: number): string {
    const { text, replaced } = decodedText(bytes, this.#content.encoding);
    if (replaced && this.#replaced++ === 0) this.#firstReplaced = number;
    return text;
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
