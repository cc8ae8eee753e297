import type { Database, Statements, Value } from '../client';
import { chunksOf } from '../chunks';
import { compress, decompress } from '../compress';

/** A received record; `payload` is an OTLP payload in JSON with this one record. */
interface OtlpRecordToStore {
  readonly id: string;
  readonly traceId: string;
  readonly kind: string;
  readonly conversation: string | null;
  readonly payload: string;
}

/** Rows per statement. */
const CHUNK = 100;

/** The live key of a group's imports. */
export const otlpLiveKey = (group: string): string => `otlp:${group}`;

/** Marker in place of a trace that left its group: the group must be imported again. */
const LEFT = 'left/';

/**
 * Stores records and marks their traces as unread, in one transaction, which is committed on return.
 * A record already stored changes nothing.
 */
export async function storeRecords(
  { importing }: Database,
  records: readonly OtlpRecordToStore[],
): Promise<void> {
  const now = Date.now();
  const packed = await Promise.all(records.map(({ payload }) => compress(payload)));
  await importing.transaction(async (tx) => {
    const rows = records.map(({ id, traceId, kind }, i) => [id, traceId, kind, packed[i], now]);
    // In one order: on PostgreSQL two servers would else wait for each other's rows.
    rows.sort(inOrder);
    for (const chunk of chunksOf(rows, CHUNK)) {
      await tx.execute(
        `INSERT INTO "OtlpRecord" ("id", "traceId", "kind", "data", "receivedAt")
         VALUES ${chunk.map(() => '(?, ?, ?, ?, ?)').join(', ')} ON CONFLICT ("id") DO NOTHING`,
        chunk.flat() as Value[],
      );
    }
    for (const chunk of chunksOf([...groupsOf(records)].sort(inOrder), CHUNK))
      await mark(tx, chunk, now);
  });
}

const inOrder = ([a]: readonly unknown[], [b]: readonly unknown[]): number =>
  String(a) < String(b) ? -1 : 1;

/** Marks traces as unread and moves them to their conversation. */
async function mark(
  tx: Statements,
  traces: readonly (readonly [string, string])[],
  now: number,
): Promise<void> {
  const known = await tx.query(
    `SELECT "traceId", "group" FROM "OtlpTrace"
     WHERE "traceId" IN (${traces.map(() => '?').join(', ')})`,
    traces.map(([traceId]) => traceId),
  );
  const before = new Map(known.map(([traceId, group]) => [String(traceId), String(group)]));
  const moves = traces.flatMap(([traceId, group]) => {
    const from = before.get(traceId);
    return from !== undefined && movesTo(traceId, from, group) ? [{ from, to: group }] : [];
  });
  const left = [...new Set(moves.map(({ from }) => from))].map(
    (from) => [`${LEFT}${from}`, from] as const,
  );
  const rows = [...traces, ...left];
  await tx.execute(
    `INSERT INTO "OtlpTrace" ("traceId", "group", "dirtyAt")
     VALUES ${rows.map(() => '(?, ?, ?)').join(', ')}
     ON CONFLICT ("traceId") DO UPDATE SET
       "group" = CASE
         WHEN excluded."group" <> excluded."traceId"
           AND ("OtlpTrace"."group" = "OtlpTrace"."traceId"
             OR excluded."group" < "OtlpTrace"."group")
         THEN excluded."group" ELSE "OtlpTrace"."group" END,
       "dirtyAt" = CASE WHEN "OtlpTrace"."dirtyAt" >= excluded."dirtyAt"
         THEN "OtlpTrace"."dirtyAt" + 1 ELSE excluded."dirtyAt" END`,
    rows.flatMap(([traceId, group]) => [traceId, group, now]),
  );
  for (const { from, to } of moves) await takeSessions(tx, from, to);
}

/** Gives a trace's earlier imports to its conversation, if the conversation has none. */
async function takeSessions(tx: Statements, from: string, to: string): Promise<void> {
  await tx.execute(
    `UPDATE "Import" SET "liveKey" = ? WHERE "liveKey" = ?
       AND NOT EXISTS (SELECT 1 FROM "Import" AS "other" WHERE "other"."liveKey" = ?)
       AND NOT EXISTS (SELECT 1 FROM "OtlpTrace"
         WHERE "group" = ? AND "traceId" NOT LIKE '${LEFT}%')`,
    [otlpLiveKey(to), otlpLiveKey(from), otlpLiveKey(to), from],
  );
}

/** Prefers a named conversation to none, and of two the first in order; independent of arrival. */
const movesTo = (traceId: string, from: string, to: string): boolean =>
  to !== traceId && (from === traceId || to < from);

/** The group of each trace of some records. */
function groupsOf(records: readonly OtlpRecordToStore[]): ReadonlyMap<string, string> {
  const groups = new Map<string, string>();
  for (const { traceId, conversation } of records) {
    const known = groups.get(traceId);
    const group = conversation ?? traceId;
    if (known === undefined || movesTo(traceId, known, group)) groups.set(traceId, group);
  }
  return groups;
}

/** A group with unread records. */
interface DirtyGroup {
  readonly group: string;
  /** Arrival of the newest one. */
  readonly newestAt: number;
}

/** Groups with unread records and without a waiting or running import, longest quiet first. */
export async function dirtyGroups({ prisma }: Database): Promise<readonly DirtyGroup[]> {
  const rows = await prisma.$queryRaw<{ group: string; newestAt: number }[]>`
    SELECT "group", max("dirtyAt") AS "newestAt" FROM "OtlpTrace"
    WHERE "dirtyAt" IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM "Import" WHERE "Import"."liveKey" = 'otlp:' || "OtlpTrace"."group"
        AND "Import"."status" IN ('queued', 'running'))
    GROUP BY "group" ORDER BY 2 LIMIT 200`;
  return rows.map(({ group, newestAt }) => ({ group, newestAt: Number(newestAt) }));
}

/** True if any record is unread. */
export async function hasUnread({ prisma }: Database): Promise<boolean> {
  return (await prisma.otlpTrace.count({ where: { dirtyAt: { not: null } } })) > 0;
}

/** A trace of a group, and the arrival of its newest unread record. */
interface GroupTrace {
  readonly traceId: string;
  readonly dirtyAt: number | null;
}

export function tracesOfGroup({ prisma }: Database, group: string): Promise<readonly GroupTrace[]> {
  return prisma.otlpTrace.findMany({ where: { group }, select: { traceId: true, dirtyAt: true } });
}

/** Payloads of traces, one record each, ordered by the records' identity. */
export async function* recordsOfTraces(
  { importing }: Database,
  traceIds: readonly string[],
): AsyncGenerator<string> {
  for (const traceId of [...traceIds].sort()) {
    for (let after = ''; ;) {
      const page = await importing.query(
        `SELECT "id", "data" FROM "OtlpRecord" WHERE "traceId" = ? AND "id" > ?
         ORDER BY "id" LIMIT ${CHUNK}`,
        [traceId, after],
      );
      for (const [, data] of page) yield (await decompress(data as Uint8Array)).toString('utf8');
      if (page.length < CHUNK) break;
      after = String(page.at(-1)?.[0]);
    }
  }
}

/** Marks traces as read, except those with records newer than `traces`. */
export async function markRead({ prisma }: Database, traces: readonly GroupTrace[]): Promise<void> {
  const dirty = traces.filter(({ dirtyAt }) => dirtyAt !== null);
  for (const chunk of chunksOf(dirty, CHUNK)) {
    const where = { OR: chunk.map(({ traceId, dirtyAt }) => ({ traceId, dirtyAt })) };
    await prisma.otlpTrace.updateMany({ where, data: { dirtyAt: null } });
    await prisma.otlpTrace.deleteMany({ where: { traceId: { startsWith: LEFT }, dirtyAt: null } });
  }
}

/**
 * Deletes records of groups without new records since `before`. Their sessions stay; later records
 * start a new session.
 */
export async function forgetGroups({ prisma }: Database, before: number): Promise<number> {
  const quiet = await prisma.$queryRaw<{ group: string }[]>`
    SELECT "group" FROM "OtlpTrace" GROUP BY "group"
    HAVING count("dirtyAt") = 0 AND NOT EXISTS (
      SELECT 1 FROM "OtlpRecord" JOIN "OtlpTrace" AS "t" ON "t"."traceId" = "OtlpRecord"."traceId"
      WHERE "t"."group" = "OtlpTrace"."group" AND "OtlpRecord"."receivedAt" >= ${before})
    LIMIT 100`;
  for (const { group } of quiet) {
    const traces = await prisma.otlpTrace.findMany({ where: { group }, select: { traceId: true } });
    await prisma.import.updateMany({
      where: { liveKey: otlpLiveKey(group) },
      data: { liveKey: null },
    });
    for (const chunk of chunksOf(
      traces.map(({ traceId }) => traceId),
      CHUNK,
    )) {
      const traceId = { in: [...chunk] };
      await prisma.otlpRecord.deleteMany({ where: { traceId } });
      await prisma.otlpTrace.deleteMany({ where: { traceId, dirtyAt: null } });
    }
  }
  return quiet.length;
}
