import { blobsOf } from '@/lib/server/db/blob-buffer';
import type { Database, Statements, Value } from '@/lib/server/db/client';
import { compress } from '@/lib/server/db/compress';
import { newId } from '@/lib/server/db/id';
import { packedData } from '@/lib/server/db/imports/import-stage';
import { stageSession } from '@/lib/server/import/stage-session';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { syntheticSession } from './synthetic-session';

/** Sessions of one transaction. */
const AT_ONCE = 500;

const IMPORTED = Date.UTC(2026, 0, 1);

/** Adds the synthetic sessions `from` … `to` − 1 to a library, each an import of its own. */
export async function addSynthetic(db: Database, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += AT_ONCE) {
    const rows: Row[] = [];
    for (let i = first; i < Math.min(to, first + AT_ONCE); i++) rows.push(...(await rowsOf(i)));
    await db.importing.transaction(async (tx) => {
      for (const row of rows) await insert(tx, row);
    });
  }
}

/** Adds one synthetic session of so many steps. @returns its id */
export async function addLong(db: Database, steps: number): Promise<string> {
  const rows = await rowsOf(0, steps);
  await db.importing.transaction(async (tx) => {
    for (const row of rows) await insert(tx, row);
  });
  const [found] = await db.importing.query(`SELECT "id" FROM "Session" WHERE "steps" = ?`, [steps]);
  return String(found?.[0]);
}

/** A row of a table by its columns. */
type Row = readonly [table: string, values: Readonly<Record<string, Value>>];

async function rowsOf(i: number, steps?: number): Promise<readonly Row[]> {
  const { draft, store } = syntheticSession(i, steps);
  const table = new EntryTable();
  for (const entry of store.entries) table.push(entry);
  const staged = await stageSession(draft, table);
  const importId = newId();
  const id = newId();
  const { file, format } = staged.row;
  const stored: Row[] = [
    [
      'Import',
      {
        ...{ id: importId, file, bytes: 1, sha256: newId(), path: '', status: 'done', format },
        ...{ sessionCount: 1, createdAt: IMPORTED + i, finishedAt: IMPORTED + i },
      },
    ],
    [
      'Session',
      {
        ...(staged.row as Readonly<Record<string, Value>>),
        ...{ id, importId, ready: true, numbersOnly: true, importedAt: IMPORTED + i },
      },
    ],
    ['SessionData', { sessionId: id, ...(await packedData(staged)) }],
  ];
  for (const { first, count, content } of blobsOf(staged.steps)) {
    stored.push(['StepBlob', { sessionId: id, first, count, data: await compress(content) }]);
  }
  for (const { first, count, content } of blobsOf(
    store.entries.map((one) => JSON.stringify(one)),
  )) {
    const data = await compress(content);
    stored.push(['TextBlob', { importId, kind: 'entries', first, count, data }]);
  }
  return stored;
}

async function insert(tx: Statements, [table, values]: Row): Promise<void> {
  const names = Object.keys(values);
  await tx.execute(
    `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})
     VALUES (${names.map(() => '?').join(', ')})`,
    Object.values(values),
  );
}
