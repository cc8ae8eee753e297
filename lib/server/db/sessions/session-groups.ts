import type { Database } from '../client';
import type { Dialect } from '../connection/dialect';
import {
  countShown,
  orderOf,
  shownBy,
  shownSessions,
  type SessionListing,
} from './session-listing';
import { allOf, among, plain, SUB_AGENT, type SqlPart } from './session-where';

/** How a list is put together. */
export interface SessionGrouping {
  /** Under a head for each rank, or plain in the listing's order. */
  readonly by: 'rank' | 'off';
  /** Sub-agents stand below their parent, which is opened to show them. */
  readonly folds: boolean;
  /** Some sessions only, picked one by one: a sub-agent may be listed without its parent. */
  readonly isPart: boolean;
  /** Ranks that are closed. */
  readonly closed: readonly number[];
  /** Sessions whose sub-agents are shown. */
  readonly opened: readonly string[];
}

/** A list and how it is put together. */
interface Grouped {
  readonly listing: SessionListing;
  readonly grouping: SessionGrouping;
}

/** The sessions that no other one of the list stands for. */
function standsAlone(dialect: Dialect, { listing, grouping }: Grouped): SqlPart {
  if (!grouping.folds) return plain('1 = 1');
  const first = plain('"family" = "seq"');
  if (!grouping.isPart) return first;
  const { sql, values } = shownBy(dialect, listing);
  return anyOf([
    first,
    { sql: `"family" NOT IN (SELECT "seq" FROM "Session" WHERE ${sql})`, values },
  ]);
}

/** The sessions of a list that have a row: those that no other one stands for, and of opened families. */
function rowsOf(dialect: Dialect, grouped: Grouped): SqlPart {
  const { sql, values } = among(dialect, '"id"', grouped.grouping.opened);
  const opened = { sql: `"family" IN (SELECT "seq" FROM "Session" WHERE ${sql})`, values };
  return allOf([shownBy(dialect, grouped.listing), anyOf([standsAlone(dialect, grouped), opened])]);
}

/** Inside a rank: the newest family first, its own session before its sub-agents. */
const FAMILY_ORDER = `"family" DESC, CASE WHEN "family" = "seq" THEN 0 ELSE 1 END, "seq"`;

/** The order of a list in which sub-agents stand by themselves. */
const PLAIN_ORDER = '"seq" DESC';

const orderIn = ({ folds }: SessionGrouping): string => (folds ? FAMILY_ORDER : PLAIN_ORDER);

/** A row of a list: a session, or the head of a rank. */
export type ListedItem =
  | { readonly seq: number; readonly below: boolean }
  | { readonly rank: number; readonly open: boolean; readonly sessions: number };

/** A rank of a list: its head, and the rows below it. */
interface RankPart {
  readonly rank: number;
  readonly open: boolean;
  /** Its sessions without those that stand below another one. */
  readonly sessions: number;
  /** Rows that are shown, without the head. */
  readonly rows: number;
  /** Index of the head. */
  readonly at: number;
}

/** The ranks of a listing, each with the place of its head. */
async function rankParts(
  { importing, dialect }: Database,
  listing: SessionListing,
  grouping: SessionGrouping,
): Promise<readonly RankPart[]> {
  const where = rowsOf(dialect, { listing, grouping });
  const alone = standsAlone(dialect, { listing, grouping });
  const counts = await importing.query(
    `SELECT "rank", sum(CASE WHEN ${alone.sql} THEN 1 ELSE 0 END), count(*)
     FROM "Session" WHERE ${where.sql} GROUP BY "rank" ORDER BY "rank"`,
    [...alone.values, ...where.values],
  );
  let at = 0;
  return counts.map(([rank, sessions, count]) => {
    const open = !grouping.closed.includes(Number(rank));
    const rows = open ? Number(count) : 0;
    const part = { rank: Number(rank), open, sessions: Number(sessions), rows, at };
    at += 1 + rows;
    return part;
  });
}

/** The rows `skip` … of a list, `take` at most, and the number of all. */
export async function listedItems(
  db: Database,
  listing: SessionListing,
  grouping: SessionGrouping,
  skip: number,
  take: number,
): Promise<{ readonly items: readonly ListedItem[]; readonly count: number }> {
  if (grouping.by === 'off') {
    const seqs = await shownSessions(db, listing, skip, take);
    return {
      items: seqs.map((seq) => ({ seq, below: false })),
      count: await countShown(db, listing),
    };
  }
  const parts = await rankParts(db, listing, grouping);
  const items: ListedItem[] = [];
  for (const part of parts) {
    const { rank, open, sessions, rows, at } = part;
    if (at >= skip && at < skip + take) items.push({ rank, open, sessions });
    const from = Math.max(0, skip - at - 1);
    const to = Math.min(rows, skip + take - at - 1);
    if (to > from) items.push(...(await rankRows(db, listing, grouping, { rank, from, to })));
  }
  return { items, count: parts.reduce((sum, { rows }) => sum + 1 + rows, 0) };
}

async function rankRows(
  { importing, dialect }: Database,
  listing: SessionListing,
  grouping: SessionGrouping,
  { rank, from, to }: { readonly rank: number; readonly from: number; readonly to: number },
): Promise<readonly ListedItem[]> {
  const where = rowsOf(dialect, { listing, grouping });
  const alone = standsAlone(dialect, { listing, grouping });
  const rows = await importing.query(
    `SELECT "seq", CASE WHEN ${alone.sql} THEN 0 ELSE 1 END FROM "Session"
     WHERE ${where.sql} AND "rank" = ? ORDER BY ${orderIn(grouping)} LIMIT ? OFFSET ?`,
    [...alone.values, ...where.values, rank, to - from, from],
  );
  return rows.map(([seq, below]) => ({ seq: Number(seq), below: Number(below) === 1 }));
}

/** Index of a session's row in a list; null where it has none. */
export async function itemIndex(
  db: Database,
  listing: SessionListing,
  grouping: SessionGrouping,
  id: string,
): Promise<number | null> {
  const { importing, dialect } = db;
  const isRanked = grouping.by === 'rank';
  const where = isRanked ? rowsOf(dialect, { listing, grouping }) : shownBy(dialect, listing);
  const order = isRanked ? plain(orderIn(grouping)) : orderOf(dialect, listing);
  const [found] = await importing.query(
    `SELECT "rank", "place" FROM (
       SELECT "id", "rank", row_number() OVER (
         ${isRanked ? 'PARTITION BY "rank" ' : ''}ORDER BY ${order.sql}) AS "place"
       FROM "Session" WHERE ${where.sql}) AS "all" WHERE "id" = ?`,
    [...order.values, ...where.values, id],
  );
  if (found === undefined) return null;
  const [rank, place] = found.map(Number) as [number, number];
  if (!isRanked) return place - 1;
  const part = (await rankParts(db, listing, grouping)).find((one) => one.rank === rank);
  return part?.open === true ? part.at + place : null;
}

/** How many sub-agents of a listing stand below each of some sessions; nothing of one without any. */
export async function familySizes(
  { importing, dialect }: Database,
  listing: SessionListing,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (seqs.length === 0) return new Map();
  const where = shownBy(dialect, listing);
  const rows = await importing.query(
    `SELECT "family", count(*) FROM "Session"
     WHERE ${where.sql} AND "family" <> "seq" AND "family" IN (${seqs.map(() => '?').join(', ')})
     GROUP BY "family"`,
    [...where.values, ...seqs],
  );
  return new Map(rows.map(([family, count]) => [Number(family), Number(count)]));
}

/** What a selection shows of a session. */
interface SessionSize {
  readonly id: string;
  readonly steps: number;
  readonly generated: boolean;
  readonly subAgent: boolean;
}

/** Sessions of a listing, in its order: all of them, or those that some of its rows stand for. */
export async function sessionSizes(
  { importing, dialect }: Database,
  listing: SessionListing,
  some: { readonly grouping: SessionGrouping; readonly items: readonly ListedItem[] } | null,
): Promise<readonly SessionSize[]> {
  const where = allOf([
    shownBy(dialect, listing),
    ...(some === null ? [] : [membersOf(dialect, some)]),
  ]);
  const order = orderOf(dialect, listing);
  const rows = await importing.query(
    `SELECT "id", "steps", "generated", ${SUB_AGENT}
     FROM "Session" WHERE ${where.sql} ORDER BY ${order.sql}`,
    [...where.values, ...order.values],
  );
  return rows.map(([id, steps, generated, subAgent]) => ({
    id: String(id),
    steps: Number(steps),
    generated: Boolean(generated),
    subAgent: Boolean(subAgent),
  }));
}

/** A head stands for its rank, and a session for its sub-agents too unless they have rows of their own. */
function membersOf(
  dialect: Dialect,
  {
    grouping: { by, folds, opened },
    items,
  }: { readonly grouping: SessionGrouping; readonly items: readonly ListedItem[] },
): SqlPart {
  const ranks = items.flatMap((item) => ('rank' in item ? [item.rank] : []));
  const seqs = items.flatMap((item) => ('seq' in item ? [item.seq] : []));
  const inRank = among(dialect, 'CAST("rank" AS TEXT)', ranks);
  const itself = among(dialect, 'CAST("seq" AS TEXT)', seqs);
  if (by === 'off' || !folds) return anyOf([inRank, itself]);
  const below = among(dialect, 'CAST("family" AS TEXT)', seqs);
  const isOpen = among(dialect, '"id"', opened);
  const folded = {
    sql: `${below.sql} AND "family" NOT IN (SELECT "seq" FROM "Session" WHERE ${isOpen.sql})`,
    values: [...below.values, ...isOpen.values],
  };
  return anyOf([inRank, itself, folded]);
}

const anyOf = (parts: readonly SqlPart[]): SqlPart => ({
  sql: parts.map(({ sql }) => `(${sql})`).join(' OR '),
  values: parts.flatMap(({ values }) => values),
});
