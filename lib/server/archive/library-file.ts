import { parseJson } from '@/lib/engine/base/parse-json';
import {
  columnsOf,
  LIBRARY_TABLES,
  type ColumnForm,
  type LibraryTable,
} from '@/lib/server/db/library-tables';
import type { LibraryRow } from '@/lib/server/db/library-rows';

/** Type name in the first member of an archive. */
export const FORMAT = 'highwater-library';

/** Version of the archive's form; higher ones are refused. */
export const VERSION = 3;

/** Names of the members: type and version, the rows in order, the checksums. */
export const HEAD = 'library.json';
export const FOOT = 'checksums.json';
export const rowsName = (number: number): string => `rows/${String(number).padStart(6, '0')}.jsonl`;

/** Most bytes read of one member. */
export const MOST_MEMBER_BYTES = 512 * 1024 * 1024;

/** An archive cannot be written or read; the message says why. */
export class LibraryFileError extends Error {
  override readonly name = 'LibraryFileError';
}

/** Rows by table. */
export type RowCounts = Partial<Record<LibraryTable, number>>;

/** One row as a line of JSON: the table, then its values; bytes as base64. */
export function lineOf({ table, values }: LibraryRow): string {
  const plain = values.map((value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );
  return `${JSON.stringify([table, ...plain])}\n`;
}

/** Inverse of {@link lineOf}. @throws LibraryFileError with the place. */
export function rowOf(line: string, place: string): LibraryRow {
  const items = parse(line, place);
  const table = items[0];
  if (typeof table !== 'string' || !Object.hasOwn(LIBRARY_TABLES, table)) {
    throw new LibraryFileError(`${place}: there is no table ${JSON.stringify(table)}.`);
  }
  const columns = columnsOf(table as LibraryTable);
  if (items.length !== columns.length + 1) {
    throw new LibraryFileError(`${place}: a row of ${table} has ${columns.length} values.`);
  }
  const values = columns.map(([name, form], i) => {
    const value = items[i + 1] ?? null;
    if (!fits(value, form)) {
      throw new LibraryFileError(
        `${place}: ${table}.${name} is not of type ${form.replace('?', ' or null')}.`,
      );
    }
    return form.startsWith('bytes') && typeof value === 'string'
      ? new Uint8Array(Buffer.from(value, 'base64'))
      : (value as LibraryRow['values'][number]);
  });
  return { table: table as LibraryTable, values };
}

function parse(line: string, place: string): readonly unknown[] {
  const value = parseJson(line);
  if (value === undefined) throw new LibraryFileError(`${place} is not JSON.`);
  if (!Array.isArray(value)) throw new LibraryFileError(`${place} is not a list.`);
  return value;
}

const LARGEST_INT = 2 ** 31 - 1;

function fits(value: unknown, form: ColumnForm): boolean {
  if (value === null) return form.endsWith('?');
  switch (form.replace('?', '')) {
    case 'flag':
      return typeof value === 'boolean';
    case 'int':
      return Number.isInteger(value) && Math.abs(value as number) <= LARGEST_INT;
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === 'string' && !value.includes('\0');
  }
}
