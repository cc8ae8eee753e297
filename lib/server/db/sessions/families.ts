import type { Database } from '../client';
import type { Statements } from '../connection/driver';
import { LISTED } from './session-where';

/** Sessions looked up together. */
const AT_ONCE = 400;

/** Sub-agents of sub-agents are followed so far up. */
const MOST_DEEP = 16;

const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

/** A session whose family is looked up. */
interface Member {
  readonly seq: number;
  readonly id: string;
  readonly importId: string;
  readonly agent: string;
  readonly sessionId: string;
  readonly lane: string;
  /** The session that it is a sub-agent of; null for none. */
  readonly parent: { readonly sessionId: string; readonly lane: string } | null;
}

const COLUMNS = '"seq", "id", "importId", "agent", "sessionId", "lane", "parent"';

function memberOf(row: readonly unknown[]): Member {
  const [seq, id, importId, agent, sessionId, lane, parent] = row;
  const named = JSON.parse(typeof parent === 'string' ? parent : 'null') as {
    sessionId: string;
    lane: string;
    relation: string;
  } | null;
  const isPart = named?.relation === 'subagent' || named?.relation === 'lane';
  return {
    ...{ seq: Number(seq), id: String(id), importId: String(importId), agent: String(agent) },
    ...{ sessionId: String(sessionId), lane: String(lane), parent: isPart ? named : null },
  };
}

/**
 * Looks up the family of each listed session that has none yet: the session that it is a sub-agent of, as
 * far up as the library lists one of the same agent. A family has the rank of its worst session.
 */
export async function settleFamilies({ importing }: Database): Promise<void> {
  const unsettled = `SELECT ${COLUMNS} FROM "Session" WHERE ${LISTED.sql} AND "family" = 0`;
  const [one] = await importing.query(`${unsettled} LIMIT 1`);
  if (one === undefined) return;
  await importing.transaction(async (tx) => {
    let members = (await tx.query(unsettled)).map(memberOf);
    while ((await unsettleChildren(tx, members)) > 0) {
      members = (await tx.query(unsettled)).map(memberOf);
    }
    const families = new Set<number>();
    for (let from = 0; from < members.length; from += AT_ONCE) {
      for (const family of await settle(tx, members.slice(from, from + AT_ONCE))) {
        families.add(family);
      }
    }
    await rankFamilies(tx, [...families]);
  });
}

/** Sub-agents of some sessions may belong to them now; returns how many are to be looked up. */
async function unsettleChildren(tx: Statements, parents: readonly Member[]): Promise<number> {
  let changed = 0;
  for (let from = 0; from < parents.length; from += AT_ONCE) {
    const names = parents
      .slice(from, from + AT_ONCE)
      .flatMap(({ sessionId, lane }) =>
        ['subagent', 'lane'].map((relation) => JSON.stringify({ sessionId, lane, relation })),
      );
    changed += await tx.execute(
      `UPDATE "Session" SET "family" = 0
       WHERE ${LISTED.sql} AND "family" <> 0 AND "parent" IN (${marks(names.length)})`,
      names,
    );
  }
  return changed;
}

/** Stores the families of some sessions; returns them. */
async function settle(tx: Statements, members: readonly Member[]): Promise<readonly number[]> {
  const tops = new Map(members.map((one) => [one.seq, one]));
  let open = members.filter(({ parent }) => parent !== null);
  for (let depth = 0; open.length > 0; depth++) {
    const parents = await named(
      tx,
      open.map(({ seq }) => tops.get(seq) as Member),
    );
    open = open.filter((one) => {
      const top = tops.get(one.seq) as Member;
      const parent = top.parent && nearest(parents.get(keyOf(top.agent, top.parent)), top);
      if (!parent) return false;
      // Sessions that name one another as their parents stand alone.
      const isRound = parent.seq === one.seq || depth === MOST_DEEP;
      tops.set(one.seq, isRound ? one : parent);
      return !isRound && parent.parent !== null;
    });
  }
  const alone = [...tops].flatMap(([seq, top]) => (top.seq === seq ? [seq] : []));
  // PostgreSQL knows no empty list.
  if (alone.length > 0) {
    await tx.execute(
      `UPDATE "Session" SET "family" = "seq" WHERE "seq" IN (${marks(alone.length)})`,
      alone,
    );
  }
  for (const [seq, top] of tops) {
    if (top.seq === seq) continue;
    await tx.execute(`UPDATE "Session" SET "family" = ? WHERE "seq" = ?`, [top.seq, seq]);
  }
  return [...tops.values()].map(({ seq }) => seq);
}

const keyOf = (agent: string, { sessionId, lane }: Pick<Member, 'sessionId' | 'lane'>): string =>
  JSON.stringify([agent, sessionId, lane]);

/** Of sessions of one name that of the same import, for other files may hold one too; else the newest. */
const nearest = (alike: readonly Member[] | undefined, { importId }: Member): Member | undefined =>
  alike?.findLast((one) => one.importId === importId) ?? alike?.at(-1);

/** The listed sessions that some name as their parents, by agent and names; the newest last. */
async function named(
  tx: Statements,
  children: readonly Member[],
): Promise<ReadonlyMap<string, readonly Member[]>> {
  const ids = [...new Set(children.flatMap(({ parent }) => parent?.sessionId ?? []))];
  const rows = await tx.query(
    `SELECT ${COLUMNS} FROM "Session" WHERE ${LISTED.sql} AND "sessionId" IN (${marks(ids.length)})
     ORDER BY "seq"`,
    ids,
  );
  const found = new Map<string, Member[]>();
  for (const one of rows.map(memberOf)) {
    const key = keyOf(one.agent, one);
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return found;
}

async function rankFamilies(tx: Statements, families: readonly number[]): Promise<void> {
  for (let from = 0; from < families.length; from += AT_ONCE) {
    const part = families.slice(from, from + AT_ONCE);
    await tx.execute(
      `UPDATE "Session" SET "rank" = (
         SELECT min("severity") FROM "Session" AS "other"
         WHERE "other"."family" = "Session"."family" AND "other"."ready" AND "other"."deletedAt" IS NULL)
       WHERE ${LISTED.sql} AND "family" IN (${marks(part.length)})`,
      part,
    );
  }
}
