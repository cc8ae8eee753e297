import type { Database } from '../client';
import { compress, decompress } from '../compress';
import type { Prisma, Sweep } from '../generated/client';
import { newId } from '../id';
import { insertPhase, type NewPhase } from './shares';

/** A kept sweep without the snapshot of its sessions. */
export type SweepRow = Omit<Sweep, 'snapshot'>;

/** A sweep to be kept. */
export interface NewSweep extends Pick<
  Sweep,
  'name' | 'engine' | 'plan' | 'baseline' | 'corpus' | 'sessions' | 'cells'
> {
  /** JSON of its sessions. */
  readonly snapshot: string;
}

/** Why a sweep failed; `at` names the session, the setting … */
export interface SweepFault {
  readonly message: string;
  readonly at?: string;
}

/** States in which shares are computed. */
const active = { status: { in: ['queued', 'running'] } } satisfies Prisma.SweepWhereInput;

const withoutSnapshot = { snapshot: true } as const;

/** Keeps a sweep with its first phase, all at once. */
export async function createSweep(
  db: Database,
  { snapshot, ...sweep }: NewSweep,
  phase: NewPhase,
): Promise<SweepRow> {
  const data = {
    ...sweep,
    id: newId(),
    status: 'queued',
    snapshot: await compress(snapshot),
    createdAt: Date.now(),
  };
  return db.transaction(async (tx) => {
    const row = await tx.sweep.create({ data, omit: withoutSnapshot });
    await insertPhase(tx, row.id, phase);
    return row;
  });
}

/** Sweeps, newest first, before a number; at most `take`. */
export function listSweeps(
  { prisma }: Database,
  { before, take }: { readonly before: number | null; readonly take: number },
): Promise<readonly SweepRow[]> {
  return prisma.sweep.findMany({
    where: before === null ? {} : { seq: { lt: before } },
    orderBy: { seq: 'desc' },
    take,
    omit: withoutSnapshot,
  });
}

export function findSweep({ prisma }: Database, id: string): Promise<SweepRow | null> {
  return prisma.sweep.findUnique({ where: { id }, omit: withoutSnapshot });
}

/** Number of kept sweeps. */
export const countSweeps = ({ prisma }: Database): Promise<number> => prisma.sweep.count();

/** Sweeps that are queued or running, oldest first. */
export function activeSweeps({ prisma }: Database): Promise<readonly SweepRow[]> {
  return prisma.sweep.findMany({
    where: active,
    orderBy: { seq: 'asc' },
    omit: withoutSnapshot,
  });
}

/** JSON of a sweep's sessions; null if the sweep is gone. */
export async function sweepSnapshot({ prisma }: Database, id: string): Promise<string | null> {
  const row = await prisma.sweep.findUnique({ where: { id }, select: { snapshot: true } });
  return row && (await decompress(row.snapshot)).toString('utf8');
}

/**
 * Notes that a worker has begun. The time at which the sweep was begun, or begun again, by the first of
 * them; null if it is neither queued nor running.
 */
export async function beginSweep({ prisma }: Database, id: string): Promise<number | null> {
  const data = { status: 'running', startedAt: Date.now() };
  await prisma.sweep.updateMany({ where: { id, status: 'queued' }, data });
  const begun = await prisma.sweep.findFirst({
    where: { id, ...active },
    select: { startedAt: true },
  });
  return begun?.startedAt ?? null;
}

/** Ends an active sweep whose newest phase is `phase`: all is computed. */
export async function completeSweep(
  { prisma }: Database,
  id: string,
  phase: number,
): Promise<void> {
  const data = { status: 'done', finishedAt: Date.now() };
  await prisma.sweep.updateMany({ where: { id, phase, ...active }, data });
}

/**
 * Ends an active sweep with an error. `begun` is the time at which the failing share was begun: one that
 * was taken before the sweep was resumed says nothing of the run after it. Any, if left out.
 */
export async function failSweep(
  { prisma }: Database,
  id: string,
  fault: SweepFault,
  begun?: number,
): Promise<void> {
  const data = { status: 'failed', error: JSON.stringify(fault), finishedAt: Date.now() };
  await prisma.sweep.updateMany({
    where: { id, ...active, ...(begun !== undefined && { startedAt: begun }) },
    data,
  });
}

/** Stops an active sweep; what is computed stays. False if it was not active. */
export async function cancelSweep({ prisma }: Database, id: string): Promise<boolean> {
  const data = { status: 'cancelled', finishedAt: Date.now() };
  return (await prisma.sweep.updateMany({ where: { id, ...active }, data })).count > 0;
}

/** Queues a cancelled or failed sweep again; false if it is neither. */
export async function resumeSweep(db: Database, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { count } = await tx.sweep.updateMany({
      where: { id, status: { in: ['cancelled', 'failed'] } },
      data: { status: 'queued', error: null, startedAt: null, finishedAt: null },
    });
    if (count === 0) return false;
    await tx.sweepPhase.updateMany({ where: { sweepId: id }, data: { queuedAt: null } });
    await tx.sweepShare.updateMany({ where: { sweepId: id }, data: { attempts: 0 } });
    return true;
  });
}

/** Deletes a sweep, and the results that no other sweep contains; false if the id is unknown. */
export async function deleteSweep(db: Database, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Waits for results that are being stored, and lets none of this sweep be stored from now on.
    await tx.sweep.updateMany({ where: { id }, data: { finishedAt: Date.now() } });
    await tx.$executeRawUnsafe(
      db.dialect.parameters(
        `DELETE FROM "SweepResult" WHERE "key" IN (SELECT "key" FROM "SweepShare" WHERE "sweepId" = ?)
           AND NOT EXISTS (SELECT 1 FROM "SweepShare" AS "other"
             WHERE "other"."key" = "SweepResult"."key" AND "other"."sweepId" <> ?)`,
      ),
      id,
      id,
    );
    return (await tx.sweep.deleteMany({ where: { id } })).count > 0;
  });
}
