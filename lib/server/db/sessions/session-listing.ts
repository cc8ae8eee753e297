import type { Database } from '../client';
import type { Dialect } from '../connection/dialect';
import { FINDINGS } from './found';
import { allOf, among, LISTED, plain, whereOf } from './session-where';
import type { SessionConditions, SqlPart } from './session-where';

/** What sessions can be ordered by. */
type OrderColumn = keyof typeof PLAIN_ORDERS | 'source';

/** Which sessions are listed, in which order. */
export interface SessionListing {
  /** Conditions that all must hold. */
  readonly conditions: readonly SessionConditions[];
  /** These sessions only; null for all. */
  readonly ids: readonly string[] | null;
  /** The sessions of one import; null for all. */
  readonly importId: string | null;
  readonly column: OrderColumn;
  readonly descending: boolean;
  /** Names of formats, for the order by source. */
  readonly formatNames: Readonly<Record<string, string>>;
}

/** The policy that a session opens with, in the words of the list. */
export const policyOf = ({ jsonText }: Dialect): string => {
  const label = jsonText('"opening"', 'label');
  return `CASE WHEN "opening" IS NULL THEN '–'
    WHEN "generated" OR "opening" LIKE '%"own":true%' THEN ${label}
    ELSE ${label} || ' over ' || "agent" END`;
};

/** Values that sessions are ordered by; a text in lower case, by code points. */
const PLAIN_ORDERS = {
  severity: () => '"rank"',
  name: ({ byCodePoint }: Dialect) => byCodePoint('"nameKey"'),
  agent: ({ byCodePoint }: Dialect) => `lower(${byCodePoint('"agent"')})`,
  model: ({ byCodePoint }: Dialect) => `lower(${byCodePoint('"model"')})`,
  policy: (dialect: Dialect) => `lower(${dialect.byCodePoint(policyOf(dialect))})`,
  steps: () => '"steps"',
  peak: () => 'CASE WHEN "limit" > 0 THEN "peakReal" * 1.0 / "limit" END',
  recorded: () => '"recordedCompactions"',
  compactions: () => '"compactions"',
  overflow: () => '"overflowSteps"',
  findings: () => FINDINGS,
  imported: () => '"importedAt"',
} as const satisfies Readonly<Record<string, (dialect: Dialect) => string>>;

/** Sessions of equal value: newest import first, but inside an import in the order of its trace. */
const NEWEST_FIRST = '"importedAt" DESC, "importId", "seq"';

/** The part of an ORDER BY clause that orders a listing. */
export function orderOf(
  dialect: Dialect,
  { column, descending, formatNames }: SessionListing,
): SqlPart {
  const direction = descending ? 'DESC' : 'ASC';
  if (column === 'imported') return plain(`"importedAt" ${direction}, "importId", "seq"`);
  const { sql, values } =
    column === 'source' ? sourceOf(dialect, formatNames) : plain(PLAIN_ORDERS[column](dialect));
  return { sql: `${sql} ${direction} NULLS LAST, ${NEWEST_FIRST}`, values };
}

function sourceOf({ byCodePoint }: Dialect, names: SessionListing['formatNames']): SqlPart {
  const known = Object.entries(names);
  const cases = known.map(() => 'WHEN ? THEN CAST(? AS TEXT)').join(' ');
  const name = `CASE "format" WHEN 'mapped' THEN "agent" ${cases} ELSE "format" END`;
  return { sql: `lower(${byCodePoint(name)})`, values: known.flat() };
}

/** The part of a WHERE clause that keeps the sessions of a listing. */
export function shownBy(dialect: Dialect, { conditions, ids, importId }: SessionListing): SqlPart {
  return allOf([
    LISTED,
    ...conditions.map((one) => whereOf(dialect, one)),
    ...(ids === null ? [] : [among(dialect, '"id"', ids)]),
    ...(importId === null ? [] : [{ sql: '"importId" = ?', values: [importId] }]),
  ]);
}

/** Number of sessions of a listing. */
export async function countShown(
  { importing, dialect }: Database,
  listing: SessionListing,
): Promise<number> {
  const where = shownBy(dialect, listing);
  const query = `SELECT count(*) FROM "Session" WHERE ${where.sql}`;
  const [[count] = []] = await importing.query(query, where.values);
  return Number(count);
}

/** Sessions of a listing by their place in the order of arrival: `take` of them after the first `skip`. */
export async function shownSessions(
  { importing, dialect }: Database,
  listing: SessionListing,
  skip: number,
  take: number,
): Promise<readonly number[]> {
  const where = shownBy(dialect, listing);
  const order = orderOf(dialect, listing);
  const rows = await importing.query(
    `SELECT "seq" FROM "Session" WHERE ${where.sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?`,
    [...where.values, ...order.values, take, skip],
  );
  return rows.map(([seq]) => Number(seq));
}

/** Values of a column of listed sessions, each with the number of sessions that have it. */
interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** Ranks and agents of the sessions that are nobody's sub-agents, each with their number. */
export async function viewCounts({ importing }: Database): Promise<{
  readonly ranks: ReadonlyMap<number, number>;
  readonly agents: readonly ValueCount[];
}> {
  const counts = (column: string): Promise<readonly (readonly unknown[])[]> =>
    importing.query(
      `SELECT ${column}, count(*) FROM "Session"
       WHERE ${LISTED.sql} AND "family" = "seq" GROUP BY ${column}`,
    );
  const [ranks, agents] = [await counts('"rank"'), await counts('"agent"')];
  return {
    ranks: new Map(ranks.map(([rank, count]) => [Number(rank), Number(count)])),
    agents: agents.map(([value, count]) => ({ value: String(value), count: Number(count) })),
  };
}

/** Agents, models and formats of all listed sessions; a mapped format is named by its agent too. */
export async function valueCounts({ importing }: Database): Promise<{
  readonly agents: readonly ValueCount[];
  readonly models: readonly ValueCount[];
  readonly formats: readonly (ValueCount & { readonly agent: string })[];
}> {
  const mappedAgent = `CASE WHEN "format" = 'mapped' THEN "agent" ELSE '' END`;
  const counts = (columns: string): Promise<readonly (readonly unknown[])[]> =>
    importing.query(
      `SELECT count(*), ${columns} FROM "Session" WHERE ${LISTED.sql} GROUP BY ${columns}`,
    );
  const valuesOf = async (column: string): Promise<readonly ValueCount[]> =>
    (await counts(column)).flatMap(([count, value]) =>
      value === null ? [] : [{ value: String(value as string), count: Number(count) }],
    );
  const formats = await counts(`"format", ${mappedAgent}`);
  return {
    agents: await valuesOf('"agent"'),
    models: await valuesOf('"model"'),
    formats: formats.map(([count, value, agent]) => ({
      ...{ value: String(value), count: Number(count), agent: String(agent) },
    })),
  };
}
