import type { Database } from './client';
import type { JsonForm } from './dialect';

/** The columns of a listed session: the names of the API's contract. */
const COLUMNS: readonly (readonly [string, JsonForm])[] = [
  ['id', 'plain'],
  ['importId', 'plain'],
  ['name', 'plain'],
  ['file', 'plain'],
  ['format', 'plain'],
  ['agent', 'plain'],
  ['lane', 'plain'],
  ['sessionId', 'plain'],
  ['parent', 'json'],
  ['model', 'plain'],
  ['entries', 'plain'],
  ['steps', 'plain'],
  ['peakReal', 'plain'],
  ['peakProjected', 'boolean'],
  ['limit', 'plain'],
  ['recordedCompactions', 'plain'],
  ['compactions', 'plain'],
  ['overflowSteps', 'plain'],
  ['usageTier', 'plain'],
  ['sparkline', 'numbers'],
  ['generated', 'boolean'],
  ['importedAt', 'plain'],
];

/** Above every cursor. */
const BEYOND = 2 ** 31 - 1;

/** A page of the list. */
export interface SessionListPage {
  /** JSON: an array of rows, newest first. */
  readonly rows: string;
  readonly count: number;
  /** The last row's cursor. */
  readonly last: number | null;
}

/**
 * Sessions before the cursor `after`, newest first; as JSON made by the database: turning 500 rows
 * into objects and back into text took ten times as long and held up everything else.
 */
export async function listSessionsJson(
  { prisma, dialect }: Database,
  after: number | undefined,
  take: number,
): Promise<SessionListPage> {
  const pages = await prisma.$queryRawUnsafe<SessionListPage[]>(
    dialect.parameters(
      `SELECT ${dialect.jsonArray(dialect.jsonObject(COLUMNS), '"seq"')} AS "rows",
         count(*) AS "count", min("seq") AS "last"
       FROM (SELECT * FROM "Session" WHERE "ready" AND "deletedAt" IS NULL AND "seq" < ?
             ORDER BY "seq" DESC LIMIT ?) AS "page"`,
    ),
    after ?? BEYOND,
    take,
  );
  const [{ rows, count, last } = { rows: '[]', count: 0, last: null }] = pages;
  return { rows, count: Number(count), last: last === null ? null : Number(last) };
}

/** One session as an object of JSON, listed or not; null when there is none under this id. */
export async function sessionRowJson(
  { prisma, dialect }: Database,
  id: string,
): Promise<string | null> {
  const row = dialect.jsonObject(COLUMNS);
  const found = await prisma.$queryRawUnsafe<{ row: string }[]>(
    dialect.parameters(`SELECT ${row} AS "row" FROM "Session" WHERE "id" = ?`),
    id,
  );
  return found[0]?.row ?? null;
}
