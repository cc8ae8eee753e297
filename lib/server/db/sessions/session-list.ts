import type { Database } from '../client';
import type { JsonForm } from '../connection/dialect';
import { columnsOf, type ColumnForm } from '../library-tables';
import { FINDINGS } from './found';

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
];

/** The same as values of lists; a sparkline stays a text of numbers. */
const LIST_COLUMNS = COLUMNS.map(
  ([name, form]) => [name, form === 'numbers' ? ('plain' as const) : form] as const,
);

/** Greater than every cursor. */
const BEYOND = 2 ** 31 - 1;

/** A page of the list. */
interface SessionListPage {
  /** JSON: an array of rows, newest first. */
  readonly rows: string;
  readonly count: number;
  /** Cursor of the last row. */
  readonly last: number | null;
}

/**
 * Sessions before the cursor `after`, newest first, as JSON made by the database: converting 500 rows
 * to objects and back to text took ten times as long and blocked the event loop.
 */
export const listSessionsJson = (
  db: Database,
  after: number | undefined,
  take: number,
): Promise<SessionListPage> => pageOf(db, db.dialect.jsonObject(COLUMNS), after, take);

/** The same with each session as a list of its values, and the values' names. */
export async function listSessionLists(
  db: Database,
  after: number | undefined,
  take: number,
): Promise<SessionListPage & { readonly columns: readonly string[] }> {
  const page = await pageOf(db, db.dialect.jsonList(LIST_COLUMNS), after, take);
  return { ...page, columns: LIST_COLUMNS.map(([name]) => name) };
}

async function pageOf(
  { prisma, dialect }: Database,
  row: string,
  after: number | undefined,
  take: number,
): Promise<SessionListPage> {
  const pages = await prisma.$queryRawUnsafe<SessionListPage[]>(
    dialect.parameters(
      `SELECT ${dialect.jsonArray(row, '"seq"')} AS "rows",
         count(*) AS "count", min("seq") AS "last"
       FROM (SELECT *, ${FINDINGS} AS "findings" FROM "Session" WHERE "ready" AND "deletedAt" IS NULL AND "seq" < ?
             ORDER BY "seq" DESC LIMIT ?) AS "page"`,
    ),
    after ?? BEYOND,
    take,
  );
  const [{ rows, count, last } = { rows: '[]', count: 0, last: null }] = pages;
  return { rows, count: Number(count), last: last === null ? null : Number(last) };
}

/** One session as a JSON object, listed or not; null if the id is unknown. */
export async function sessionRowJson(
  { prisma, dialect }: Database,
  id: string,
): Promise<string | null> {
  const row = dialect.jsonObject(COLUMNS);
  const found = await prisma.$queryRawUnsafe<{ row: string }[]>(
    dialect.parameters(
      `SELECT ${row} AS "row"
       FROM (SELECT *, ${FINDINGS} AS "findings" FROM "Session" WHERE "id" = ?) AS "one"`,
    ),
    id,
  );
  return found[0]?.row ?? null;
}
