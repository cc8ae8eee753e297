import { countShares, newestPhases, type SweepCounts } from '@/lib/server/db/sweeps/shares';
import type { Database } from '@/lib/server/db/client';
import type { SweepRow } from '@/lib/server/db/sweeps/sweeps';
import { findSweep } from '@/lib/server/db/sweeps/sweeps';
import {
  sweepBriefSchema,
  sweepSchema,
  type Sweep,
  type SweepBrief,
} from '@/lib/api/contract/sweep-contract';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import type * as z from 'zod';
import { notFound } from '../handler';
import { keptPhaseName, storedPlan } from './kept-sweep';
import { timeLeft } from './time-left';

const brief = sweepBriefSchema.shape;

const parsed = <S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null =>
  text === null ? null : schema.parse(JSON.parse(text));

/** A kept sweep. @throws RequestError if the id is unknown. */
export async function requireSweep(db: Database, id: string): Promise<SweepRow> {
  const row = await findSweep(db, id);
  if (row === null) throw notFound('sweep');
  return row;
}

/** Kept sweeps without their plans, with what is computed of each. */
export async function sweepBriefs(
  db: Database,
  rows: readonly SweepRow[],
): Promise<readonly SweepBrief[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countShares(db, ids);
  const phases = await newestPhases(db, ids);
  const briefs: SweepBrief[] = [];
  for (const row of rows) {
    const known = counts.get(row.id);
    const phase = phases.get(row.id);
    // It was deleted meanwhile.
    if (known === undefined || phase === undefined) continue;
    briefs.push(briefOf(row, known, phase));
  }
  return briefs;
}

/** A kept sweep without its plan. @throws RequestError if it is gone. */
export async function sweepBrief(db: Database, row: SweepRow): Promise<SweepBrief> {
  const [found] = await sweepBriefs(db, [row]);
  if (found === undefined) throw notFound('sweep');
  return found;
}

/** A kept sweep with its plan. @throws RequestError if it is gone. */
export async function sweepRecord(db: Database, row: SweepRow): Promise<Sweep> {
  return {
    ...(await sweepBrief(db, row)),
    plan: storedPlan(row.plan),
    baseline: parsed(sweepSchema.shape.baseline, row.baseline),
  };
}

function briefOf(row: SweepRow, counts: SweepCounts, phase: string): SweepBrief {
  const plan = storedPlan(row.plan);
  const { columns, figures } = plan;
  return {
    id: row.id,
    number: row.seq,
    name: row.name,
    status: brief.status.parse(row.status),
    engine: row.engine,
    corpus: parsed(brief.corpus, row.corpus),
    sessions: row.sessions,
    cells: row.cells,
    policies: [...new Set(columns.map(({ policy }) => policy))],
    figures: figures?.ids ?? [],
    progress: progressOf(row, counts, plan, keptPhaseName.parse(phase)),
    error: parsed(brief.error, row.error),
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
  };
}

function progressOf(
  { sessions, cells, startedAt, finishedAt }: SweepRow,
  counts: SweepCounts,
  plan: SweepPlan,
  phase: SweepBrief['progress']['phase'],
): SweepBrief['progress'] {
  const { all, done, cached, freshSteps } = counts;
  const now = finishedAt ?? Date.now();
  const ms = startedAt === null ? 0 : now - startedAt;
  const rate = ms > 0 && freshSteps > 0 ? (freshSteps * 1_000) / ms : null;
  const units = sessions * cells;
  const figured = plan.figures !== undefined;
  const total = units * (figured ? 2 : 1);
  const remainingMs =
    rate === null || startedAt === null
      ? null
      : timeLeft({ counts, units, figured, startedAt, now });
  return { phase, known: all, done, cached, total, rate, remainingMs };
}
