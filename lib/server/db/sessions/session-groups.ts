import type { Database } from '../client';
import type { Dialect } from '../connection/dialect';
import { FINDINGS } from './found';
import {
  countShown,
  orderOf,
  policyOf,
  shownBy,
  shownSessions,
  type SessionListing,
} from './session-listing';
import { allOf, among, SUB_AGENT, type SqlPart } from './session-where';

/** What sessions are put under one row by. */
export interface SessionGrouping {
  readonly by: 'file' | 'agent' | 'model' | 'off';
  /** Groups that are not as at first: files are closed, agents and models are open. */
  readonly toggled: readonly string[];
}

/** Sessions of one file that make a group, if they belong to no other session: samples, not lanes. */
const LEAST_GROUP = 4;

/** An expression: identifier of the group that a session belongs to. */
const GROUP_KEYS = {
  file: '"importId"',
  agent: '"agent"',
  model: `coalesce("model", '')`,
  off: `''`,
} as const satisfies Readonly<Record<SessionGrouping['by'], string>>;

/** Greater than every `seq`: a place in the list and a session are one number, ordered by place. */
const SESSIONS = 2 ** 31;

/**
 * The common tables of a list with groups. A group stands where the first of its sessions does; `begin` is the place
 * where an item's group begins, or its own place, and `place` is 0 for the row of a group.
 */
function itemTables(
  dialect: Dialect,
  listing: SessionListing,
  { by, toggled }: SessionGrouping,
): SqlPart {
  const order = orderOf(dialect, listing);
  const where = shownBy(dialect, listing);
  const isToggled = among(dialect, '"groups"."key"', toggled);
  const few = by === 'file' ? `HAVING count("top") >= ${LEAST_GROUP}` : '';
  const isGroup = by === 'off' ? 'HAVING 1 = 0' : few;
  const sql = `WITH "shown" AS (
      SELECT "seq", ${GROUP_KEYS[by]} AS "key", CASE WHEN "parent" IS NULL THEN 1 END AS "top",
        row_number() OVER (ORDER BY ${order.sql}) AS "place"
      FROM "Session" WHERE ${where.sql}),
    "groups" AS (
      SELECT "key", min("place" * ${SESSIONS} + "seq") AS "first"
      FROM "shown" GROUP BY "key" ${isGroup}),
    "items" AS (
      SELECT "first" / ${SESSIONS} AS "begin", 0 AS "place", "first" % ${SESSIONS} AS "seq", "key"
      FROM "groups"
      UNION ALL
      SELECT coalesce("groups"."first" / ${SESSIONS}, "shown"."place"), "shown"."place",
        "shown"."seq", "groups"."key"
      FROM "shown" LEFT JOIN "groups" ON "groups"."key" = "shown"."key"
      WHERE "groups"."key" IS NULL OR ${by === 'file' ? '' : 'NOT'} (${isToggled.sql}))`;
  return { sql, values: [...order.values, ...where.values, ...isToggled.values] };
}

/** A row of a list with groups: a session, or a group and its first session. */
export interface ListedItem {
  readonly seq: number;
  /** The group that it is or stands in; null for a session without one. */
  readonly group: string | null;
  readonly isGroup: boolean;
}

/** The rows `skip` … of a list with groups, `take` at most, and the number of all. */
export async function listedItems(
  db: Database,
  listing: SessionListing,
  grouping: SessionGrouping,
  skip: number,
  take: number,
): Promise<{ readonly items: readonly ListedItem[]; readonly count: number }> {
  if (grouping.by === 'off') return ungroupedItems(db, listing, skip, take);
  const { importing, dialect } = db;
  const { sql, values } = itemTables(dialect, listing, grouping);
  const rows = await importing.query(
    `${sql} SELECT "all"."count", "page"."seq", "page"."key", "page"."place"
     FROM (SELECT count(*) AS "count" FROM "items") AS "all"
     LEFT JOIN (SELECT * FROM "items" ORDER BY "begin", "place" LIMIT ? OFFSET ?) AS "page" ON 1 = 1
     ORDER BY "page"."begin", "page"."place"`,
    [...values, take, skip],
  );
  const items = rows.flatMap(([, seq, group, place]): readonly ListedItem[] =>
    seq === null
      ? []
      : [
          {
            seq: Number(seq),
            group: group === null ? null : String(group as string),
            isGroup: Number(place) === 0,
          },
        ],
  );
  return { items, count: Number(rows[0]?.[0] ?? 0) };
}

/** The same without groups: no other row has a say in the place of one. */
async function ungroupedItems(
  db: Database,
  listing: SessionListing,
  skip: number,
  take: number,
): Promise<{ readonly items: readonly ListedItem[]; readonly count: number }> {
  const seqs = await shownSessions(db, listing, skip, take);
  return {
    items: seqs.map((seq) => ({ seq, group: null, isGroup: false })),
    count: await countShown(db, listing),
  };
}

/** Index of a session's row in a list with groups; null where it has none. */
export async function itemIndex(
  { importing, dialect }: Database,
  listing: SessionListing,
  grouping: SessionGrouping,
  id: string,
): Promise<number | null> {
  const { sql, values } = itemTables(dialect, listing, grouping);
  const place = `"begin" * ${SESSIONS} + "place"`;
  const rows = await importing.query(
    `${sql} SELECT count(*) FROM "items" WHERE ${place} <= (
       SELECT ${place} FROM "items" WHERE "place" > 0
         AND "seq" = (SELECT "seq" FROM "Session" WHERE "id" = ?))`,
    [...values, id],
  );
  const count = Number(rows[0]?.[0] ?? 0);
  return count === 0 ? null : count - 1;
}

/** Numbers of a group's sessions together; null where nothing is known of any. */
interface GroupFacts {
  readonly key: string;
  readonly sessions: number;
  readonly subAgents: number;
  readonly agents: number;
  readonly models: number;
  readonly policies: number;
  readonly steps: number;
  readonly recordedCompactions: number;
  readonly compactions: number | null;
  readonly overflowSteps: number | null;
  readonly findings: number | null;
}

const FACTS = {
  sessions: 'count(*)',
  subAgents: `sum(CASE WHEN ${SUB_AGENT} THEN 1 ELSE 0 END)`,
  agents: 'count(DISTINCT "agent")',
  models: `count(DISTINCT coalesce("model", ''))`,
  policies: 'count(DISTINCT "policy")',
  steps: 'sum("steps")',
  recordedCompactions: 'sum("recordedCompactions")',
  compactions: 'sum("compactions")',
  overflowSteps: 'sum("overflowSteps")',
  findings: 'sum("findings")',
} as const satisfies Readonly<Record<Exclude<keyof GroupFacts, 'key'>, string>>;

/** Numbers of some groups of a listing. */
export async function groupFacts(
  { importing, dialect }: Database,
  listing: SessionListing,
  by: SessionGrouping['by'],
  keys: readonly string[],
): Promise<readonly GroupFacts[]> {
  if (keys.length === 0) return [];
  const where = allOf([shownBy(dialect, listing), among(dialect, GROUP_KEYS[by], keys)]);
  const names = Object.keys(FACTS) as readonly (keyof typeof FACTS)[];
  const rows = await importing.query(
    `SELECT "key", ${names.map((name) => FACTS[name]).join(', ')} FROM (
       SELECT *, ${FINDINGS} AS "findings", ${policyOf(dialect)} AS "policy",
         ${GROUP_KEYS[by]} AS "key" FROM "Session" WHERE ${where.sql}) AS "members"
     GROUP BY "key"`,
    where.values,
  );
  return rows.map(([key, ...values]) => {
    const facts = names.map((name, i) => [name, values[i] === null ? null : Number(values[i])]);
    return { key: String(key), ...(Object.fromEntries(facts) as Omit<GroupFacts, 'key'>) };
  });
}

/** What a selection shows of a session. */
interface SessionSize {
  readonly id: string;
  readonly importId: string;
  readonly agent: string;
  readonly model: string | null;
  readonly steps: number;
  readonly generated: boolean;
  readonly subAgent: boolean;
}

/** Sessions of a listing, in its order: all of them, or those that some of its rows stand for. */
export async function sessionSizes(
  { importing, dialect }: Database,
  listing: SessionListing,
  some: { readonly by: SessionGrouping['by']; readonly items: readonly ListedItem[] } | null,
): Promise<readonly SessionSize[]> {
  const where = allOf([
    shownBy(dialect, listing),
    ...(some === null ? [] : [membersOf(dialect, some)]),
  ]);
  const order = orderOf(dialect, listing);
  const rows = await importing.query(
    `SELECT "id", "importId", "agent", "model", "steps", "generated", ${SUB_AGENT}
     FROM "Session" WHERE ${where.sql} ORDER BY ${order.sql}`,
    [...where.values, ...order.values],
  );
  return rows.map(([id, importId, agent, model, steps, generated, subAgent]) => ({
    ...{ id: String(id), importId: String(importId), agent: String(agent) },
    model: model === null ? null : String(model as string),
    steps: Number(steps),
    generated: Boolean(generated),
    subAgent: Boolean(subAgent),
  }));
}

function membersOf(
  dialect: Dialect,
  { by, items }: { readonly by: SessionGrouping['by']; readonly items: readonly ListedItem[] },
): SqlPart {
  const groups = items.filter(({ isGroup }) => isGroup).map(({ group }) => group ?? '');
  const single = items.filter(({ isGroup }) => !isGroup).map(({ seq }) => seq);
  const inGroup = among(dialect, GROUP_KEYS[by], groups);
  const alone = among(dialect, 'CAST("seq" AS TEXT)', single);
  return { sql: `${inGroup.sql} OR ${alone.sql}`, values: [...inGroup.values, ...alone.values] };
}
