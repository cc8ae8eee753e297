import type { Database } from './client';

/**
 * A session as one object of JSON, made by SQLite: turning 500 rows into objects and back into
 * text took ten times as long and held up everything else. Names are those of the API's contract.
 */
const ROW = `json_object(
  'id', "id", 'importId', "importId", 'name', "name", 'file', "file", 'format', "format",
  'agent', "agent", 'lane', "lane", 'sessionId', "sessionId", 'parent', json("parent"),
  'model', "model", 'entries', "entries", 'steps', "steps", 'peakReal', "peakReal",
  'peakProjected', json(iif("peakProjected", 'true', 'false')), 'limit', "limit",
  'recordedCompactions', "recordedCompactions", 'compactions', "compactions",
  'overflowSteps', "overflowSteps", 'usageTier', "usageTier",
  'sparkline', json('[' || replace("sparkline", ' ', ',') || ']'),
  'generated', json(iif("generated", 'true', 'false')), 'importedAt', "importedAt")`;

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

/** Sessions before the cursor `after`, newest first. */
export async function listSessionsJson(
  { prisma }: Database,
  after: number | undefined,
  take: number,
): Promise<SessionListPage> {
  const pages = await prisma.$queryRawUnsafe<SessionListPage[]>(
    `SELECT json_group_array(${ROW}) AS "rows", count(*) AS "count", min("seq") AS "last"
     FROM (SELECT * FROM "Session" WHERE "ready" = 1 AND "deletedAt" IS NULL AND "seq" < ?
           ORDER BY "seq" DESC LIMIT ?)`,
    after ?? BEYOND,
    take,
  );
  const [{ rows, count, last } = { rows: '[]', count: 0, last: null }] = pages;
  return { rows, count: Number(count), last: last === null ? null : Number(last) };
}

/** One session as an object of JSON, listed or not; null when there is none under this id. */
export async function sessionRowJson({ prisma }: Database, id: string): Promise<string | null> {
  const found = await prisma.$queryRawUnsafe<{ row: string }[]>(
    `SELECT ${ROW} AS "row" FROM "Session" WHERE "id" = ?`,
    id,
  );
  return found[0]?.row ?? null;
}
