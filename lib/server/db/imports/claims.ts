import type { Database } from '../client';
import type { Import } from '../generated/client';

/** An import process: its machine and its process id. */
interface Worker {
  readonly host: string;
  readonly pid: number;
}

/**
 * One process's right to read one import, granted by `claimImport`. Every statement of an import
 * checks it, so a process that was presumed dead cannot store anything.
 */
export interface Claim extends Worker {
  readonly id: string;
  /** Number of the attempt. */
  readonly attempts: number;
}

/** Columns of an import that its process needs. */
const CLAIMED = [
  'id',
  'attempts',
  'seq',
  'parentId',
  'file',
  'bytes',
  'sha256',
  'path',
  'liveKey',
  'options',
  'sample',
] as const;

type ClaimedRow = Pick<Import, (typeof CLAIMED)[number]>;

/** An import claimed by this process. */
export type ClaimedImport = ClaimedRow & Claim;

/** The import has ended, or another process took it over. */
export class LostClaim extends Error {
  override readonly name = 'LostClaim';

  constructor(id: string) {
    super(`The import ${id} was taken over by another process.`);
  }
}

/** Condition for a valid claim. */
export const whileHeld = ({ id, host, pid, attempts }: Claim) =>
  ({ id, status: 'running', host, pid, attempts }) as const;

/** {@link whileHeld} as raw SQL, with the values of its parameters. */
export const WHILE_HELD = `"id" = ? AND "status" = 'running' AND "host" = ? AND "pid" = ?
  AND "attempts" = ?`;
export const heldValues = ({ id, host, pid, attempts }: Claim) =>
  [id, host, pid, attempts] as const;

/** An import fails after this many of its processes died. */
const MOST_ATTEMPTS = 3;

/**
 * Milliseconds without a heartbeat after which a process of another machine counts as dead, and one of
 * this machine whose id now belongs to another process. Its server gives the heartbeat too, so that one
 * inside a long call of the parser is not silent.
 */
const SILENT_MS = 60_000;

/** Condition: no import with the same content or live key runs or waits before this one. */
const waitsFor = (column: string, rule: string): string => `NOT EXISTS (
  SELECT 1 FROM "Import" AS "other"
  WHERE "other"."${column}" = "next"."${column}" AND ${rule} AND "other"."seq" <> "next"."seq"
    AND ("other"."status" = 'running' OR ("other"."status" = 'queued' AND NOT "other"."paused"
      AND "other"."seq" < "next"."seq")))`;

/** Most bytes of an import in the passing lane; larger ones surely take long. */
const PASSING_BYTES = 32 * 1024 * 1024;

/** Imports among which a process chooses. */
interface ClaimOptions {
  /** Number of imports that may run at once on SQLite; default 1. */
  readonly atOnce?: number;
  /** True for small imports only that no process has begun to read. */
  readonly passing?: boolean;
  /** Archives whose members are left out. */
  readonly without?: readonly string[];
}

/**
 * Claims the oldest waiting import; null if there is none, on SQLite also while other processes read
 * enough of them. Each process gets a different import. Imports of one content or one live key run
 * one after the other.
 */
export async function claimImport(
  { importing, dialect }: Database,
  { host, pid }: Worker,
  { atOnce = 1, passing = false, without = [] }: ClaimOptions = {},
): Promise<ClaimedImport | null> {
  const few = dialect.importsAtOnce
    ? ''
    : `AND (SELECT count(*) FROM "Import" WHERE "status" = 'running') < ${atOnce}`;
  const small = passing ? `AND "attempts" = 0 AND "bytes" <= ${PASSING_BYTES}` : '';
  const others =
    without.length === 0
      ? ''
      : `AND ("parentId" IS NULL OR "parentId" NOT IN (${without.map(() => '?').join(', ')}))`;
  const [claimed] = await importing.query(
    `UPDATE "Import" SET "status" = 'running', "host" = ?, "pid" = ?,
      "heartbeatAt" = ${dialect.now}, "attempts" = "attempts" + 1
    WHERE "seq" = (
      SELECT "seq" FROM "Import" AS "next"
      WHERE "status" = 'queued' AND NOT "paused"
        AND ("notBefore" IS NULL OR "notBefore" <= ${dialect.now})
        ${small} ${others}
        AND ${waitsFor('sha256', `"other"."sha256" <> ''`)}
        AND ${waitsFor('liveKey', `"other"."liveKey" IS NOT NULL`)}
      ORDER BY "seq" LIMIT 1 ${dialect.forUpdateSkipLocked}) ${few}
    RETURNING ${CLAIMED.map((column) => `"${column}"`).join(', ')}`,
    [host, pid, ...without],
  );
  if (claimed === undefined) return null;
  const row = Object.fromEntries(CLAIMED.map((column, i) => [column, claimed[i]])) as unknown;
  return { ...(row as ClaimedRow), sample: Boolean(claimed[CLAIMED.indexOf('sample')]), host, pid };
}

/** True if an import waits that the passing lane takes. */
export async function mayPass({ prisma }: Database): Promise<boolean> {
  const small = { attempts: 0, bytes: { lte: PASSING_BYTES } };
  const where = { status: 'queued', paused: false, ...small };
  return (await prisma.import.findFirst({ where, select: { id: true } })) !== null;
}

/** True if an import waits without a process, or a running one's process has no heartbeat. */
export async function hasUnattended({ prisma, dialect }: Database): Promise<boolean> {
  const found = await prisma.$queryRawUnsafe<unknown[]>(
    `SELECT "id" FROM "Import" WHERE ("status" = 'queued' AND NOT "paused"
         AND ("notBefore" IS NULL OR "notBefore" <= ${dialect.now}))
       OR ("status" = 'running' AND "heartbeatAt" < ${dialect.now} - ${SILENT_MS}) LIMIT 1`,
  );
  return found.length > 0;
}

/** An import that a process of this machine reads. */
export type RunningImport = Pick<Import, 'id' | 'attempts' | 'pid' | 'cancel' | 'heartbeatAt'>;

/** The imports that some processes of a machine read. */
export const runningImports = (
  { prisma }: Database,
  host: string,
  pids: readonly number[],
): Promise<readonly RunningImport[]> =>
  prisma.import.findMany({
    where: { status: 'running', host, pid: { in: [...pids] } },
    select: { id: true, attempts: true, pid: true, cancel: true, heartbeatAt: true },
  });

/**
 * The heartbeat of imports whose process does not give it, by the server that runs that process.
 * @returns the heartbeats as they now are, by the import's id.
 */
export async function keepAlive(
  { importing, dialect }: Database,
  host: string,
  rows: readonly RunningImport[],
): Promise<ReadonlyMap<string, number>> {
  const kept = new Map<string, number>();
  for (const { id, pid, attempts } of rows) {
    const [row] = await importing.query(
      `UPDATE "Import" SET "heartbeatAt" = ${dialect.now} WHERE ${WHILE_HELD} RETURNING "heartbeatAt"`,
      [id, host, pid, attempts],
    );
    if (row !== undefined) kept.set(id, Number(row[0]));
  }
  return kept;
}

/** A running import whose process has ended; `again` if it may be retried. */
interface AbandonedImport {
  readonly row: Import;
  readonly again: boolean;
}

/** What is known of a process id of this machine. */
export interface Processes {
  readonly isAlive: (pid: number) => boolean;
  /** True if the process that has this id had it at a time already, so that no other took it over. */
  readonly isSame: (pid: number, time: number) => boolean;
}

/**
 * Running imports whose process has ended: its id does not run on this machine, or it had no
 * heartbeat for a minute and is of another machine, or the id is another process's.
 */
export async function abandonedImports(
  { prisma, dialect }: Database,
  { host }: Pick<Worker, 'host'>,
  { isAlive, isSame }: Processes,
): Promise<readonly AbandonedImport[]> {
  const silent = await prisma.$queryRawUnsafe<{ id: string }[]>(
    `SELECT "id" FROM "Import" WHERE "status" = 'running'
       AND ("heartbeatAt" IS NULL OR "heartbeatAt" < ${dialect.now} - ${SILENT_MS})`,
  );
  const silentIds = new Set(silent.map(({ id }) => id));
  const running = await prisma.import.findMany({ where: { status: 'running' } });
  const isAbandoned = (row: Import): boolean => {
    const silent = silentIds.has(row.id);
    if (row.host !== null && row.host !== host) return silent;
    if (!row.pid || !isAlive(row.pid)) return true;
    return silent && !isSame(row.pid, row.heartbeatAt ?? 0);
  };
  return running
    .filter(isAbandoned)
    .map((row) => ({ row, again: row.attempts < MOST_ATTEMPTS && !row.cancel }));
}

/** Takes over an abandoned import; null if another process was first or its own is alive. */
export async function takeOverImport(
  { prisma, dialect }: Database,
  { id, host, pid, attempts }: Pick<Import, 'id' | 'host' | 'pid' | 'attempts'>,
  worker: Worker,
): Promise<Claim | null> {
  const { count } = await prisma.import.updateMany({
    where: { id, status: 'running', host, pid, attempts },
    data: { host: worker.host, pid: worker.pid },
  });
  if (count === 0) return null;
  await prisma.$executeRawUnsafe(
    dialect.parameters(`UPDATE "Import" SET "heartbeatAt" = ${dialect.now} WHERE "id" = ?`),
    id,
  );
  return { id, attempts, ...worker };
}

/** Progress of a running import. */
interface ImportProgress {
  readonly bytesRead: number;
  readonly records: number;
}

/** State of a running import: it continues, the user asked to stop, or another process has it. */
type ClaimState = 'held' | 'paused' | 'cancelled' | 'lost';

/** Writes a running import's progress and its process's heartbeat. */
export async function reportProgress(
  { prisma, dialect }: Database,
  claim: Claim,
  { bytesRead, records }: ImportProgress,
): Promise<ClaimState> {
  const rows = await prisma.$queryRawUnsafe<
    { cancel: boolean | number; paused: boolean | number }[]
  >(
    dialect.parameters(`UPDATE "Import"
      SET "bytesRead" = ?, "records" = ?, "heartbeatAt" = ${dialect.now}
      WHERE ${WHILE_HELD} RETURNING "cancel", "paused"`),
    bytesRead,
    records,
    ...heldValues(claim),
  );
  const [row] = rows;
  if (row === undefined) return 'lost';
  if (row.cancel) return 'cancelled';
  return row.paused ? 'paused' : 'held';
}
