import { isUtf8 } from 'node:buffer';
import type { ImportError } from '@/lib/readers/importers/importer';
import type { Json } from '@/lib/engine/session/schema';
import { MAX_CELL_BYTES, SQLITE_MEMORY } from '../open-limits';

/** Encoding of a database's texts. */
export type SqliteEncoding = 'UTF-8' | 'UTF-16le' | 'UTF-16be';

/** A text, and true if it holds bytes that are not of its encoding, read as U+FFFD. */
interface DecodedText {
  readonly text: string;
  readonly replaced: boolean;
}

/** Decodes the bytes of a text; the driver ends the process at one that is not UTF-8. */
export function decodedText(bytes: Buffer, encoding: SqliteEncoding): DecodedText {
  if (encoding === 'UTF-8') {
    const replaced = !isUtf8(bytes);
    return { text: bytes.toString('utf8'), replaced };
  }
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const raw = (encoding === 'UTF-16be' ? even.swap16() : even).toString('utf16le');
  const text = raw.replace(LONE_SURROGATES, '\ufffd');
  return { text, replaced: text !== raw || even.length < bytes.length };
}

const LONE_SURROGATES = /\p{Surrogate}/gu;

/** A blob as text if it is UTF-8 (JSON of a Go service), else null. */
export const blobText = (bytes: Buffer): string | null =>
  isUtf8(bytes) ? bytes.toString('utf8') : null;

/** The bytes of a blob, as the driver returns it. */
export const bytesOf = (value: unknown): Buffer | null =>
  Buffer.isBuffer(value) ? value : value instanceof ArrayBuffer ? Buffer.from(value) : null;

/** A number or null of a row. */
export const plainValue = (value: unknown): Json => (typeof value === 'number' ? value : null);

/** Rows of names as text; those with a name that is not text are counted apart. */
export function namesOf(
  rows: readonly unknown[],
  encoding: SqliteEncoding,
): { readonly named: readonly (readonly [string, string])[]; readonly unnamed: number } {
  const named: (readonly [string, string])[] = [];
  for (const row of rows as readonly (readonly unknown[])[]) {
    const [table = null, column = null] = row.map((name) => nameOf(name, encoding));
    if (table !== null && column !== null) named.push([table, column]);
  }
  return { named, unnamed: rows.length - named.length };
}

function nameOf(value: unknown, encoding: SqliteEncoding): string | null {
  const bytes = bytesOf(value);
  const name = bytes === null ? null : decodedText(bytes, encoding);
  return name === null || name.replaced || name.text.includes('\0') ? null : name.text;
}

/** A fault of a database that SQLite does not report. */
export class SqliteFault extends Error {
  override readonly name = 'SqliteFault';

  constructor(readonly error: ImportError) {
    super(error.message);
  }
}

const mebibytes = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;

/** A text or a blob is too large to be read. */
export const cellTooLarge = (table: string): SqliteFault =>
  new SqliteFault({
    code: 'too-large',
    message: `The table ${table} holds a value of more than ${mebibytes(MAX_CELL_BYTES)}, the limit; export the sessions without it.`,
    at: table,
  });

/** Pages of the file are used more than once. */
export const moreThanFits = (table: string): SqliteFault =>
  new SqliteFault({
    code: 'malformed',
    message: `The SQLite database is damaged: the table ${table} claims more rows than the file can hold.`,
    at: table,
  });

/** Converts SQLite's error into an import error; null for other errors. */
export function asSqliteError(error: unknown): ImportError | null {
  if (error instanceof SqliteFault) return error.error;
  if (!(error instanceof Error) || !('code' in error)) return null;
  const code = String(error.code);
  if (!code.startsWith('SQLITE_')) return null;
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
    return { code: 'malformed', message: `The SQLite database is damaged: ${error.message}.` };
  }
  if (code.startsWith('SQLITE_NOMEM') || code.startsWith('SQLITE_TOOBIG')) {
    const message = `SQLite needs more than ${mebibytes(SQLITE_MEMORY)} of memory for the database, the limit; export its sessions in parts.`;
    return { code: 'too-large', message };
  }
  return { code: 'unreadable', message: `SQLite cannot read the database: ${error.message}.` };
}
