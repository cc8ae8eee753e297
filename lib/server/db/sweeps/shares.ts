import { chunksOf } from '../chunks';
import type { Database } from '../client';
import { compress, decompress } from '../compress';
import type { Prisma, SweepShare } from '../generated/client';

/** A phase to be computed, with its shares. */
export interface NewPhase {
  readonly number: number;
  readonly name: string;
  /** JSON of its cells. */
  readonly cells: string;
  readonly shares: readonly Omit<
    SweepShare,
    'sweepId' | 'phase' | 'number' | 'cached' | 'attempts'
  >[];
}

/** Shares per statement. */
const CHUNK = 500;

/** Stores a phase with its shares, and notes which of them are computed already. */
export async function insertPhase(
  tx: Prisma.TransactionClient,
  sweepId: string,
  { number, name, cells, shares }: NewPhase,
): Promise<void> {
  const phase = { sweepId, number, name, cells: await compress(cells) };
  await tx.sweepPhase.create({ data: phase, select: { number: true } });
  const rows = shares.map((share, i) => ({ ...share, sweepId, phase: number, number: i }));
  for (const data of chunksOf(rows, CHUNK)) {
    const known = await tx.sweepResult.findMany({
      where: { key: { in: data.map(({ key }) => key) } },
      select: { key: true },
    });
    const keys = new Set(known.map(({ key }) => key));
    await tx.sweepShare.createMany({
      data: data.map((row) => ({ ...row, cached: keys.has(row.key) })),
    });
  }
}

/**
 * Adds the phase after the newest one to an active sweep, which has `cells` then; false if another
 * worker has done so, or the sweep is not active any more.
 */
export async function addPhase(
  db: Database,
  sweepId: string,
  cells: number,
  phase: NewPhase,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { count } = await tx.sweep.updateMany({
      where: { id: sweepId, phase: phase.number - 1, status: { in: ['queued', 'running'] } },
      data: { phase: phase.number, cells },
    });
    if (count > 0) await insertPhase(tx, sweepId, phase);
    return count > 0;
  });
}

/** A phase as it is stored: its name, and the JSON of its cells. */
export interface StoredPhase {
  readonly number: number;
  readonly name: string;
  readonly cells: string;
}

/** A phase of a sweep; null if there is none. */
export async function findPhase(
  { prisma }: Database,
  sweepId: string,
  number: number,
): Promise<StoredPhase | null> {
  const row = await prisma.sweepPhase.findUnique({
    where: { sweepId_number: { sweepId, number } },
  });
  if (row === null) return null;
  return { number, name: row.name, cells: (await decompress(row.cells)).toString('utf8') };
}

/** Names of the newest phases of some sweeps, by the sweeps' ids. */
export async function newestPhases(
  { prisma }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await prisma.sweepPhase.findMany({
    where: { sweepId: { in: [...ids] } },
    orderBy: { number: 'asc' },
    select: { sweepId: true, name: true },
  });
  return new Map(rows.map(({ sweepId, name }) => [sweepId, name]));
}

/** A share's place: its sweep, phase and number. */
export type SharePlace = Pick<SweepShare, 'sweepId' | 'phase' | 'number'>;

const IS_MISSING = `NOT EXISTS (SELECT 1 FROM "SweepResult" AS "r" WHERE "r"."key" = "s"."key")`;

/** The first shares of a sweep that have no result. */
export async function missingShares(
  { prisma, dialect }: Database,
  sweepId: string,
  take: number,
): Promise<readonly SharePlace[]> {
  return prisma.$queryRawUnsafe<SharePlace[]>(
    dialect.parameters(
      `SELECT "s"."sweepId", "s"."phase", "s"."number" FROM "SweepShare" AS "s"
       WHERE "s"."sweepId" = ? AND ${IS_MISSING}
       ORDER BY "s"."phase", "s"."number" LIMIT ${take}`,
    ),
    sweepId,
  );
}

/** True if shares of a sweep were not given to the queue of jobs. */
export const notQueued = async ({ prisma }: Database, sweepId: string): Promise<boolean> =>
  (await prisma.sweepPhase.count({ where: { sweepId, queuedAt: null } })) > 0;

/** Notes that the shares of a sweep's phases up to `last` were given to the queue of jobs. */
export async function noteQueued(
  { prisma }: Database,
  sweepId: string,
  last: number,
): Promise<void> {
  const where = { sweepId, queuedAt: null, number: { lte: last } };
  await prisma.sweepPhase.updateMany({ where, data: { queuedAt: Date.now() } });
}

/** Counts one more attempt at a share; null if it is gone. */
export async function takeShare(
  { prisma }: Database,
  { sweepId, phase, number }: SharePlace,
): Promise<SweepShare | null> {
  const [row] = await prisma.sweepShare.updateManyAndReturn({
    where: { sweepId, phase, number },
    data: { attempts: { increment: 1 } },
  });
  return row ?? null;
}

/** Counts of sessions × cells, steps and shares. */
export interface ShareCounts {
  readonly shares: number;
  readonly units: number;
  readonly steps: number;
}

/** How far a phase of a sweep is; `cached` is what other sweeps had computed, a part of `done`. */
export interface PhaseCounts {
  readonly all: ShareCounts;
  readonly done: ShareCounts;
  readonly cached: ShareCounts;
  /** Steps of the shares computed since the sweep's newest start. */
  readonly freshSteps: number;
  /** Steps of the shares that are being computed, or were when their worker ended. */
  readonly begunSteps: number;
  /** Milliseconds of the newest of them; 0 for none. */
  readonly newestAt: number;
}

/** How far a sweep is, and each of its phases by name: they have paces of their own. */
export interface SweepCounts extends PhaseCounts {
  readonly phases: ReadonlyMap<string, PhaseCounts>;
}

const NONE: ShareCounts = { shares: 0, units: 0, steps: 0 };

const NOTHING: PhaseCounts = {
  all: NONE,
  done: NONE,
  cached: NONE,
  freshSteps: 0,
  begunSteps: 0,
  newestAt: 0,
};

/** What is computed of some sweeps, counted from the results. */
export async function countShares(
  { prisma, dialect }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SweepCounts>> {
  if (ids.length === 0) return new Map();
  const rows = await prisma.$queryRawUnsafe<Record<string, unknown>[]>(
    dialect.parameters(
      `SELECT "s"."sweepId" AS "id", "s"."cached" AS "cached", "r"."key" IS NOT NULL AS "done",
         "p"."name" AS "phase", count(*) AS "shares", sum(1.0 * "s"."sessions" * "s"."cells") AS "units",
         sum("s"."steps") AS "steps",
         sum(CASE WHEN "r"."createdAt" >= "w"."startedAt" THEN "s"."steps" ELSE 0 END) AS "fresh",
         sum(CASE WHEN "r"."key" IS NULL AND "s"."attempts" > 0 THEN "s"."steps" ELSE 0 END) AS "begun",
         max(CASE WHEN "r"."createdAt" >= "w"."startedAt" THEN "r"."createdAt" ELSE 0 END) AS "at"
       FROM "SweepShare" AS "s" JOIN "Sweep" AS "w" ON "w"."id" = "s"."sweepId"
         JOIN "SweepPhase" AS "p" ON "p"."sweepId" = "s"."sweepId" AND "p"."number" = "s"."phase"
         LEFT JOIN "SweepResult" AS "r" ON "r"."key" = "s"."key"
       WHERE "s"."sweepId" IN (${ids.map(() => '?').join(', ')}) GROUP BY 1, 2, 3, 4`,
    ),
    ...ids,
  );
  const counts = new Map<string, SweepCounts>();
  for (const row of rows) {
    const id = String(row['id']);
    const phase = String(row['phase']);
    const known = counts.get(id);
    const phases = new Map(known?.phases);
    phases.set(phase, plusRow(phases.get(phase) ?? NOTHING, row));
    counts.set(id, { ...plusRow(known ?? NOTHING, row), phases });
  }
  return counts;
}

/** Counts with those of one group of shares. */
function plusRow(known: PhaseCounts, row: Readonly<Record<string, unknown>>): PhaseCounts {
  const number = (name: string): number => Number(row[name]);
  const own = { shares: number('shares'), units: number('units'), steps: number('steps') };
  const [isDone, isCached] = [isTrue(row['done']), isTrue(row['cached'])];
  return {
    all: plus(known.all, own),
    done: isDone ? plus(known.done, own) : known.done,
    cached: isDone && isCached ? plus(known.cached, own) : known.cached,
    freshSteps: known.freshSteps + number('fresh'),
    begunSteps: known.begunSteps + number('begun'),
    newestAt: Math.max(known.newestAt, number('at')),
  };
}

/** SQLite's flags are numbers. */
const isTrue = (value: unknown): boolean => value === true || Number(value) === 1;

const plus = (a: ShareCounts, b: ShareCounts): ShareCounts => ({
  shares: a.shares + b.shares,
  units: a.units + b.units,
  steps: a.steps + b.steps,
});
