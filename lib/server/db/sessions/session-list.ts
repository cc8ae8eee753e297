import type { Database } from '../client';
import type { JsonForm } from '../connection/dialect';
import { columnsOf, type ColumnForm } from '../library-tables';
import { FINDINGS } from './found';
import { LISTED } from './session-where';

/** Internal columns, left out of the list. */
const INNER = ['ready', 'deletedAt', 'limitOverride', 'attached', 'revision', 'numbersOnly'];

const formOf = (name: string, form: ColumnForm): JsonForm => {
  if (name === 'parent') return 'json';
  if (name === 'sparkline') return 'numbers';
  return form === 'flag' ? 'boolean' : 'plain';
};

/** Columns of a listed session, under the names of the API's contract. */
const COLUMNS = [
  ...columnsOf('Session')
    .filter(([name]) => !INNER.includes(name))
    .map(([name, form]) => [name, formOf(name, form)] as const),
  ['opening', 'json'] as const,
  ['startedAt', 'plain'] as const,
  ['findings', 'plain'] as const,
  ['severity', 'plain'] as const,
  ['rank', 'plain'] as const,
  ['verdict', 'plain'] as const,
  ['marks', 'plain'] as const,
];

/** Sessions by a column with unique values, each as the text of a JSON object made by the database. */
async function rowsBy(
  { importing, dialect }: Database,
  column: 'id' | 'seq',
  values: readonly (string | number)[],
): Promise<readonly (readonly [key: unknown, row: string])[]> {
  if (values.length === 0) return [];
  const rows = await importing.query(
    `SELECT "${column}", ${dialect.jsonObject(COLUMNS)}
     FROM (SELECT *, ${FINDINGS} AS "findings" FROM "Session"
           WHERE "${column}" IN (${values.map(() => '?').join(', ')})) AS "Session"`,
    values,
  );
  return rows.map(([key, row]) => [key, String(row)]);
}

/** Sessions by their place in the order of arrival, each with its JSON, in any order. */
export async function sessionRowsJson(
  db: Database,
  seqs: readonly number[],
): Promise<readonly (readonly [seq: number, row: string])[]> {
  return (await rowsBy(db, 'seq', seqs)).map(([seq, row]) => [Number(seq), row]);
}

/** One session as a JSON object, listed or not; null if the id is unknown. */
export const sessionRowJson = async (db: Database, id: string): Promise<string | null> =>
  (await rowsBy(db, 'id', [id]))[0]?.[1] ?? null;

/** What names the parent of a session. */
interface ParentOf {
  /** The session that has it, and its import. */
  readonly id: string;
  readonly importId: string;
  /** The parent's names inside its trace. */
  readonly parent: { readonly sessionId: string; readonly lane: string };
}

/**
 * The parent of each session that the library lists one of, by the session's id. One of the same import
 * comes before one that was imported apart, whose oldest import counts.
 */
export async function parentsOf(
  { importing }: Database,
  children: readonly ParentOf[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  if (children.length === 0) return new Map();
  const one = `SELECT * FROM (
    SELECT CAST(? AS TEXT) AS "child", "id", "name" FROM "Session"
    WHERE ${LISTED.sql} AND "sessionId" = ? AND "lane" = ? AND "id" <> ?
    ORDER BY CASE WHEN "importId" = ? THEN 0 ELSE 1 END,
      "importedAt", "importId" DESC, "seq" DESC LIMIT 1) AS "one"`;
  const rows = await importing.query(
    children.map(() => one).join(' UNION ALL '),
    children.flatMap(({ id, importId, parent }) => [
      id,
      parent.sessionId,
      parent.lane,
      id,
      importId,
    ]),
  );
  return new Map(
    rows.map(([child, id, name]) => [String(child), { id: String(id), name: String(name) }]),
  );
}
