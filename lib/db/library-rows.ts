import type { Database, Statements, Value } from './client';
import { columnsOf, type LibraryTable } from './library-tables';

/** A row of a library file: its values in the order of the table's columns. */
export interface LibraryRow {
  readonly table: LibraryTable;
  readonly values: readonly Value[];
}

/** Rows read by one query; of those that hold large blobs one. */
const PAGE = 200;

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/**
 * Every row of the library as it is at this moment, while others go on writing. Each import is
 * followed by its sessions, their data and its texts. Imports that have not ended are left out.
 * @returns how many those are.
 */
export async function readLibrary(
  db: Database,
  take: (row: LibraryRow) => Promise<void>,
): Promise<{ readonly unfinished: number }> {
  const driver = await db.connectDriver();
  try {
    return await driver.transaction(async (tx) => {
      const ended = `"status" IN ('done', 'failed', 'cancelled')`;
      const counted = `SELECT count(*) FROM "Import" WHERE NOT (${ended})`;
      const [[unfinished] = []] = await tx.query(counted);
      for await (const row of pages(tx, 'Import', 'seq', ended)) {
        await take(row);
        await readImport(tx, String(row.values[0]), take);
      }
      for (const [table, key] of OTHERS) {
        for await (const row of pages(tx, table, key)) await take(row);
      }
      return { unfinished: Number(unfinished) };
    });
  } finally {
    await driver.close();
  }
}

const OTHERS: readonly (readonly [LibraryTable, string])[] = [
  ['Scenario', 'id'],
  ['Setting', 'key'],
  ['Mapping', 'id'],
  ['WatchedFolder', 'id'],
  ['WatchedFile', 'path'],
  ['OtlpRecord', 'id'],
  ['OtlpTrace', 'traceId'],
];

async function readImport(
  tx: Statements,
  importId: string,
  take: (row: LibraryRow) => Promise<void>,
): Promise<void> {
  for await (const row of pages(tx, 'Session', 'seq', '"importId" = ? AND "ready"', [importId])) {
    await take(row);
    const of = ['"sessionId" = ?', [String(row.values[0])]] as const;
    for await (const data of pages(tx, 'SessionData', 'sessionId', ...of)) await take(data);
    for await (const steps of pages(tx, 'StepBlob', 'first', ...of)) await take(steps);
  }
  for (const kind of ['entries', 'usages']) {
    const of = ['"importId" = ? AND "kind" = ?', [importId, kind]] as const;
    for await (const texts of pages(tx, 'TextBlob', 'first', ...of)) await take(texts);
  }
}

/** The rows of a table in the order of a column that tells them apart under the condition. */
async function* pages(
  tx: Statements,
  table: LibraryTable,
  order: string,
  condition = '1 = 1',
  values: readonly Value[] = [],
): AsyncGenerator<LibraryRow, void, void> {
  const columns = columnsOf(table);
  const take = columns.some(([, form]) => form.startsWith('bytes')) ? 1 : PAGE;
  const names = list(columns.map(([name]) => name));
  let after: Value | undefined;
  for (;;) {
    const beyond = after === undefined ? '' : `AND "${order}" > ?`;
    const rows = await tx.query(
      `SELECT ${names}, "${order}" AS "__order" FROM "${table}" WHERE ${condition} ${beyond}
       ORDER BY "${order}" LIMIT ${take}`,
      after === undefined ? values : [...values, after],
    );
    for (const row of rows) {
      yield {
        table,
        values: columns.map(([, form], i) => valueOf(row[i], form.startsWith('flag'))),
      };
    }
    if (rows.length < take) return;
    after = rows.at(-1)?.at(-1) as Value;
  }
}

/** SQLite has 1 and 0 for flags and array buffers for bytes. */
function valueOf(value: unknown, isFlag: boolean): Value {
  if (isFlag) return value === true || value === 1;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (Array.isArray(value)) return Uint8Array.from(value as number[]);
  return value as Value;
}

/**
 * Runs `work` in one transaction: all rows that it writes, or none.
 * @throws what `work` throws or the database says; then nothing has changed.
 */
export async function writeLibrary<T>(
  db: Database,
  work: (writer: LibraryWriter) => Promise<T>,
): Promise<T> {
  const driver = await db.connectDriver();
  try {
    return await driver.transaction(async (tx) => {
      // A write comes first: on SQLite it waits for its turn, which a query that is to write cannot.
      await tx.execute('DELETE FROM "Import" WHERE 1 = 0');
      return work(new LibraryWriter(tx));
    });
  } finally {
    await driver.close();
  }
}

/** Writes rows of a library file. */
export class LibraryWriter {
  readonly #tx: Statements;
  /** Whether the rows of the import that is being read are passed over. */
  #known = false;
  /** Imports that this file brought. */
  readonly #arrived = new Set<string>();

  constructor(tx: Statements) {
    this.#tx = tx;
  }

  /** Stores a row; false where the library has it, or its whole import, already. */
  async write({ table, values }: LibraryRow): Promise<boolean> {
    if (table === 'Import') this.#known = await this.#isKnown(values);
    if (this.#known && OF_IMPORT.includes(table)) return false;
    const names = columnsOf(table).map(([name]) => name);
    const stored = await this.#tx.execute(
      `INSERT INTO "${table}" (${list(names)}) VALUES (${names.map(() => '?').join(', ')})
       ON CONFLICT DO NOTHING`,
      values,
    );
    return stored > 0;
  }

  /** By its id, or by its content while a session of it is stored; what came just now aside. */
  async #isKnown(values: readonly Value[]): Promise<boolean> {
    const names = columnsOf('Import').map(([name]) => name);
    const of = (name: string): Value => values[names.indexOf(name)] ?? null;
    const found = await this.#tx.query(
      `SELECT "id" FROM "Import" WHERE "id" = ? OR ("sha256" = ? AND "sha256" <> ''
         AND coalesce("options", '') = ? AND "status" = 'done' AND "duplicateOf" IS NULL
         AND EXISTS (SELECT 1 FROM "Session" WHERE "importId" = "Import"."id"))`,
      [of('id'), of('sha256'), of('options') ?? ''],
    );
    const known = found.some(([id]) => !this.#arrived.has(String(id)));
    if (!known) this.#arrived.add(String(of('id')));
    return known;
  }
}

const OF_IMPORT: readonly LibraryTable[] = [
  'Import',
  'Session',
  'SessionData',
  'StepBlob',
  'TextBlob',
];
