/** Tables of sizes as files: rows of recorded compactions under a name that never changes its meaning. */
import * as z from 'zod';
import { parseJson } from '@/lib/engine/base/parse-json';
import { err, ok, type Result } from '@/lib/engine/base/result';
import { jsonFault } from '@/lib/engine/base/scan-json';
import { tableOf, type SizeTable, type WrittenRow } from './size-table';

const FORMAT = 'highwater-sizes';
const VERSION = 1;

/** Most rows of a table. */
const MOST_ROWS = 50_000;
const MOST_TEXT = 200;
const MOST_SIZE = 2_147_483_647;

/** Names of a table: letters, digits and dashes, so that an id is one word in a link or a file's name. */
const TABLE_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,59}$/;

/** True for what a table may be called. */
export const isTableName = (name: string): boolean => TABLE_NAME.test(name);

const TABLE_ID = /^(.+)\.([0-9a-f]{8})$/;

/** True for what a table's id may be, whether there is one of it or not. */
export const isTableId = (id: string): boolean => isTableName(TABLE_ID.exec(id)?.[1] ?? '');

/** A value of a row: its name, its form in words, and a check of it. */
interface Column {
  readonly name: string;
  readonly must: string;
  readonly schema: z.ZodType;
}

const text = (name: string): Column => ({
  name,
  must: `a text of 1 to ${MOST_TEXT} characters`,
  schema: z.string().min(1).max(MOST_TEXT),
});
const whole = (name: string, least: number): Column => ({
  name,
  must: `a whole number from ${least} to ${MOST_SIZE}`,
  schema: z.int().min(least).max(MOST_SIZE),
});
const orNull = ({ name, must, schema }: Column): Column => ({
  name,
  must: `null or ${must}`,
  schema: schema.nullable(),
});

/** The values of a row in their order. */
const COLUMNS: readonly Column[] = [
  text('agent'),
  orNull(text('version')),
  text('model'),
  whole('first', 1),
  whole('summaryBytes', 0),
  orNull(whole('back', -MOST_SIZE)),
  orNull(whole('rest', -MOST_SIZE)),
];
const NAMES = COLUMNS.map(({ name }) => name);

const headSchema = z.looseObject({ format: z.unknown(), version: z.unknown() });

const fileSchema = z.looseObject({
  id: z.string().max(MOST_TEXT),
  rows: z.array(z.unknown()),
});

/**
 * A table's file: its rows in one order, each once, so that equal evidence has equal bytes.
 * @throws RangeError for a name that is not one word of letters, digits and dashes.
 */
export function writeFrozenTable(name: string, rows: readonly WrittenRow[]): string {
  if (!isTableName(name)) throw new RangeError(`"${name}" is no name of a table`);
  const ordered = orderedRows(rows);
  const lines = ordered.map((row) => `    ${spaced(row)}`).join(',\n');
  return `{
  "format": "${FORMAT}",
  "version": ${VERSION},
  "id": "${tableOf(name, ordered).id}",
  "columns": ${spaced(NAMES)},
  "rows": [
${lines}
  ]
}
`;
}

const spaced = (list: readonly unknown[]): string =>
  `[${list.map((value) => JSON.stringify(value)).join(', ')}]`;

/** Each row once, ordered by its values from the first on; null before others. */
export function orderedRows(rows: readonly WrittenRow[]): readonly WrittenRow[] {
  const once = new Map(rows.map((row) => [JSON.stringify(row), row]));
  return [...once.values()].sort((a, b) => {
    const column = COLUMNS.findIndex((_, i) => a[i] !== b[i]);
    const [one, other] = [a[column] ?? null, b[column] ?? null];
    if (one === null || other === null) return Number(one !== null) - Number(other !== null);
    return one < other ? -1 : 1;
  });
}

/** Reads a table's file; the error names the line or the row, and the cause. */
export function parseFrozenTable(given: string): Result<SizeTable, string> {
  const content = given.replace(/^\ufeff/, '');
  const raw = parseJson(content);
  if (raw === undefined) return err(`${jsonFault(content)}.`);
  const { format, version } = headSchema.safeParse(raw).data ?? {};
  if (format !== FORMAT) {
    return err(`This is no table of sizes: "format" is not "${FORMAT}".`);
  }
  if (version !== VERSION) {
    return err(
      `The table has version ${JSON.stringify(version)}; this Highwater reads version ${VERSION}.`,
    );
  }
  const parsed = fileSchema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return err(`"${String(issue?.path[0])}": ${issue?.message ?? 'not as it must be'}.`);
  }
  return tableOfRows(parsed.data.id, parsed.data.rows);
}

function tableOfRows(id: string, rows: readonly unknown[]): Result<SizeTable, string> {
  const [, name = '', hash = ''] = TABLE_ID.exec(id) ?? [];
  if (!isTableName(name)) {
    return err(
      `Its id "${id}" is not a name of letters, digits and dashes, a dot and eight hexadecimal digits.`,
    );
  }
  if (rows.length === 0) return err('The table has no row.');
  if (rows.length > MOST_ROWS) {
    return err(`The table has ${rows.length} rows, more than ${MOST_ROWS}.`);
  }
  for (const [i, row] of rows.entries()) {
    const fault = faultOf(row);
    if (fault !== null) return err(`Row ${i + 1}${fault}.`);
  }
  const table = tableOf(name, rows as readonly WrittenRow[]);
  if (table.id === id) return ok(table);
  const found = TABLE_ID.exec(table.id)?.[2] ?? '';
  return err(
    `Its rows have the hash ${found}, its id says ${hash}: the file was changed after it was written.`,
  );
}

/** The first fault of a row, behind its number; null for none. */
function faultOf(row: unknown): string | null {
  if (!Array.isArray(row)) return ' is not a list';
  if (row.length !== COLUMNS.length) {
    return ` has ${row.length} values; ${NAMES.join(', ')} are ${COLUMNS.length}`;
  }
  const wrong = COLUMNS.find(({ schema }, i) => !schema.safeParse(row[i]).success);
  return wrong === undefined ? null : `: ${wrong.name} must be ${wrong.must}`;
}
