import type { Database } from './client';
import type { Import } from './generated/client';

/** A process that imports: its machine and its number there. */
export interface Worker {
  readonly host: string;
  readonly pid: number;
}

/**
 * The right of one process to read one import, from `claimImport` on. Each statement of an import
 * names it, so that a process that was taken for dead cannot store anything any more.
 */
export interface Claim extends Worker {
  readonly id: string;
  /** Which try it is. */
  readonly attempts: number;
}

/** What a process must know of an import that it reads. */
const CLAIMED = [
  'id',
  'attempts',
  'seq',
  'file',
  'bytes',
  'sha256',
  'path',
  'liveKey',
  'options',
  'sample',
] as const;

type ClaimedRow = Pick<Import, (typeof CLAIMED)[number]>;

/** An import that this process reads. */
export type ClaimedImport = ClaimedRow & Claim;

/** Another process has taken the import over, or it has ended. */
export class LostClaim extends Error {
  override readonly name = 'LostClaim';

  constructor(id: string) {
    super(`The import ${id} was taken over by another process.`);
  }
}

/** The condition under which a claim holds. */
export const whileHeld = ({ id, host, pid, attempts }: Claim) =>
  ({ id, status: 'running', host, pid, attempts }) as const;

/** {@link whileHeld} for raw SQL: the condition, and the values of its parameters. */
export const WHILE_HELD = `"id" = ? AND "status" = 'running' AND "host" = ? AND "pid" = ?
  AND "attempts" = ?`;
export const heldValues = ({
  id,
  host,
  pid,
  attempts,
}: Claim): [string, string, number, number] => [id, host, pid, attempts];

/** A file is given up after ending this many import processes. */
const MOST_ATTEMPTS = 3;

/** A process without a sign of life for so long has ended, whatever its number says. */
const SILENT_MS = 60_000;

/** An earlier import that must end before: of the same content, or of the same growing trace. */
const waitsFor = (column: string, rule: string): string => `NOT EXISTS (
  SELECT 1 FROM "Import" AS "other"
  WHERE "other"."${column}" = "next"."${column}" AND ${rule} AND "other"."seq" <> "next"."seq"
    AND ("other"."status" = 'running' OR ("other"."status" = 'queued' AND NOT "other"."paused"
      AND "other"."seq" < "next"."seq")))`;

/**
 * Takes the oldest import that waits; null when there is none. On SQLite also while another process
 * reads one; on PostgreSQL each process gets another import. Imports of one content, and those of one
 * live key, follow one another everywhere.
 */
export async function claimImport(
  { importing, dialect }: Database,
  { host, pid }: Worker,
): Promise<ClaimedImport | null> {
  const alone = dialect.importsAtOnce
    ? ''
    : `AND NOT EXISTS (SELECT 1 FROM "Import" WHERE "status" = 'running')`;
  const [claimed] = await importing.query(
    `UPDATE "Import" SET "status" = 'running', "host" = ?, "pid" = ?,
      "heartbeatAt" = ${dialect.now}, "attempts" = "attempts" + 1
    WHERE "seq" = (
      SELECT "seq" FROM "Import" AS "next"
      WHERE "status" = 'queued' AND NOT "paused"
        AND ("notBefore" IS NULL OR "notBefore" <= ${dialect.now})
        AND ${waitsFor('sha256', `"other"."sha256" <> ''`)}
        AND ${waitsFor('liveKey', `"other"."liveKey" IS NOT NULL`)}
      ORDER BY "seq" LIMIT 1 ${dialect.forUpdateSkipLocked}) ${alone}
    RETURNING ${CLAIMED.map((column) => `"${column}"`).join(', ')}`,
    [host, pid],
  );
  if (claimed === undefined) return null;
  const row = Object.fromEntries(CLAIMED.map((column, i) => [column, claimed[i]])) as unknown;
  return { ...(row as ClaimedRow), sample: Boolean(claimed[CLAIMED.indexOf('sample')]), host, pid };
}

/** Whether an import waits that no process attends to, or one runs whose process gave no sign of life. */
export async function hasUnattended({ prisma, dialect }: Database): Promise<boolean> {
  const found = await prisma.$queryRawUnsafe<unknown[]>(
    `SELECT "id" FROM "Import" WHERE ("status" = 'queued' AND NOT "paused"
         AND ("notBefore" IS NULL OR "notBefore" <= ${dialect.now}))
       OR ("status" = 'running' AND "heartbeatAt" < ${dialect.now} - ${SILENT_MS}) LIMIT 1`,
  );
  return found.length > 0;
}

/** A running import whose process has ended, and whether it may be tried again. */
export interface AbandonedImport {
  readonly row: Import;
  readonly again: boolean;
}

/**
 * Running imports whose process has ended: one of this machine that does not run, or any that gave no
 * sign of life for a minute.
 */
export async function abandonedImports(
  { prisma, dialect }: Database,
  { host }: Pick<Worker, 'host'>,
  isAlive: (pid: number) => boolean,
): Promise<readonly AbandonedImport[]> {
  const silent = await prisma.$queryRawUnsafe<{ id: string }[]>(
    `SELECT "id" FROM "Import" WHERE "status" = 'running'
       AND ("heartbeatAt" IS NULL OR "heartbeatAt" < ${dialect.now} - ${SILENT_MS})`,
  );
  const silentIds = new Set(silent.map(({ id }) => id));
  const running = await prisma.import.findMany({ where: { status: 'running' } });
  const here = (row: Import): boolean => row.host === null || row.host === host;
  return running
    .filter((row) => silentIds.has(row.id) || (here(row) && (!row.pid || !isAlive(row.pid))))
    .map((row) => ({ row, again: row.attempts < MOST_ATTEMPTS && !row.cancel }));
}

/** Takes over an abandoned import; null when another process was first, or its own is alive. */
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

/** How far a running import is. */
export interface ImportProgress {
  readonly bytesRead: number;
  readonly records: number;
}

/** Whether a running import goes on: the user may have asked to stop, another process may have it. */
export type ClaimState = 'held' | 'paused' | 'cancelled' | 'lost';

/** Writes how far a running import is, and that its process lives. */
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
