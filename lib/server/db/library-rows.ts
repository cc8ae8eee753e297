import type { Database, Statements, Value } from './client';
import { columnsOf, type LibraryTable } from './library-tables';
import { sessionTexts } from './sessions/session-texts';

/** A row of an archive: its values in the order of the table's columns. */
export interface LibraryRow {
  readonly table: LibraryTable;
  readonly values: readonly Value[];
}

/** Rows per query; one per query for rows with large blobs. */
const PAGE = 200;

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/**
 * All rows of one snapshot of the library, while others may write. Each import is followed by its
 * sessions, their data and its texts. Leaves out imports that have not ended.
 * @returns the number of imports left out.
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
  ['Corpus', 'id'],
  ['Suppression', 'id'],
  ['Run', 'seq'],
  ['Note', 'id'],
  ['Promised', 'id'],
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
  for (const kind of ['entries', 'usages', 'images']) {
    const of = ['"importId" = ? AND "kind" = ?', [importId, kind]] as const;
    for await (const texts of pages(tx, 'TextBlob', 'first', ...of)) await take(texts);
  }
}

/** Rows of a table, ordered by a column that is unique under the condition. */
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

/** Converts SQLite's 1 and 0 to flags and its array buffers to bytes. */
function valueOf(value: unknown, isFlag: boolean): Value {
  if (isFlag) return value === true || value === 1;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (Array.isArray(value)) return Uint8Array.from(value as number[]);
  return value as Value;
}

/**
 * Runs `work` in one transaction.
 * @throws errors of `work` and of the database; then nothing has changed.
 */
export async function writeLibrary<T>(
  db: Database,
  work: (writer: LibraryWriter) => Promise<T>,
): Promise<T> {
  const driver = await db.connectDriver();
  try {
    return await driver.transaction(async (tx) => {
      // A write comes first: on SQLite it waits for the lock; a read that later writes would fail.
      await tx.execute('DELETE FROM "Import" WHERE 1 = 0');
      return work(new LibraryWriter(tx));
    });
  } finally {
    await driver.close();
  }
}

/** Writes rows of an archive into the library. */
export class LibraryWriter {
  /** The library's import that the current one repeats: its rows are skipped. Null for none. */
  #known: string | null = null;
  /** Sessions of the archive that the library has under another id. */
  readonly #homes = new Map<string, string>();
  /** Imports added from this archive. */
  readonly #arrived = new Set<string>();

  constructor(private readonly tx: Statements) {}

  /** Stores a row; false if the library already has it or its import. */
  async write(given: LibraryRow): Promise<boolean> {
    const { table } = given;
    if (table === 'Import') this.#known = await this.#knownAs(given.values);
    if (this.#known !== null && OF_IMPORT.includes(table)) {
      if (table === 'Session') await this.#findHome(given, this.#known);
      return false;
    }
    const values = OF_SESSION.includes(table) ? this.#atHome(given) : given.values;
    if (table === 'Note' && (await this.#hasNote(values))) return false;
    const columns = columnsOf(table).map(([name], i) => [name, values[i] ?? null] as const);
    const row = { ...Object.fromEntries(columns), ...derivedOf({ table, values }) };
    const names = Object.keys(row);
    const stored = await this.tx.execute(
      `INSERT INTO "${table}" (${list(names)}) VALUES (${names.map(() => '?').join(', ')})
       ON CONFLICT DO NOTHING`,
      Object.values(row),
    );
    return stored > 0;
  }

  /** Remembers under which id the library has a session of an import that it knew. */
  async #findHome(row: LibraryRow, importId: string): Promise<void> {
    const [found] = await this.tx.query(
      `SELECT "id" FROM "Session" WHERE "importId" = ? AND "sessionId" = ? AND "lane" = ? AND "ready"`,
      [importId, valueIn(row, 'sessionId'), valueIn(row, 'lane')],
    );
    if (found !== undefined) this.#homes.set(String(valueIn(row, 'id')), String(found[0]));
  }

  /** The values of what belongs to a session, under the id that the session has here. */
  #atHome(row: LibraryRow): readonly Value[] {
    const home = this.#homes.get(String(valueIn(row, 'sessionId')));
    if (home === undefined) return row.values;
    const at = columnsOf(row.table).findIndex(([name]) => name === 'sessionId');
    return row.values.with(at, home);
  }

  /** True where the session has the same note already, perhaps under another id. */
  async #hasNote(values: readonly Value[]): Promise<boolean> {
    const row = { table: 'Note', values } as const;
    const named = (['sessionId', 'first', 'last', 'text'] as const).map((name) =>
      valueIn(row, name),
    );
    const found = await this.tx.query(
      `SELECT 1 FROM "Note" WHERE "sessionId" = ? AND "first" = ? AND "last" = ? AND "text" = ?`,
      named,
    );
    return found.length > 0;
  }

  /** Id of the same import that the library had before, by id or by content with a stored session. */
  async #knownAs(values: readonly Value[]): Promise<string | null> {
    const names = columnsOf('Import').map(([name]) => name);
    const of = (name: string): Value => values[names.indexOf(name)] ?? null;
    const found = await this.tx.query(
      `SELECT "id" FROM "Import" WHERE "id" = ? OR ("sha256" = ? AND "sha256" <> ''
         AND coalesce("options", '') = ? AND "status" = 'done' AND "duplicateOf" IS NULL
         AND EXISTS (SELECT 1 FROM "Session" WHERE "importId" = "Import"."id"))`,
      [of('id'), of('sha256'), of('options') ?? ''],
    );
    const known = found.map(([id]) => String(id)).find((id) => !this.#arrived.has(id));
    if (known === undefined) this.#arrived.add(String(of('id')));
    return known ?? null;
  }
}

const valueIn = ({ table, values }: LibraryRow, name: string): Value =>
  values[columnsOf(table).findIndex(([column]) => column === name)] ?? null;

/** Columns that follow from those of an archive. */
function derivedOf(row: LibraryRow): Readonly<Record<string, Value>> {
  if (row.table !== 'Session') return {};
  const text = (name: string): string => String(valueIn(row, name) ?? '');
  return sessionTexts({
    ...{ name: text('name'), file: text('file'), agent: text('agent') },
    ...{ model: text('model'), lane: text('lane') },
  });
}

/** Tables of what the user made of a session, which its import does not bring. */
const OF_SESSION: readonly LibraryTable[] = ['Run', 'Note', 'Suppression'];

const OF_IMPORT: readonly LibraryTable[] = [
  'Import',
  'Session',
  'SessionData',
  'StepBlob',
  'TextBlob',
];
