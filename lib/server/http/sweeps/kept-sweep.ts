import type { Database } from '@/lib/server/db/client';
import { findPhase } from '@/lib/server/db/sweeps/shares';
import { sweepSnapshot, type SweepRow } from '@/lib/server/db/sweeps/sweeps';
import { corpusSessionSchema, type CorpusRow } from '@/lib/api/contract/corpus-contract';
import { sweepCellsSchema, sweepPlanSchema } from '@/lib/api/contract/sweep-contract';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import type { SweepPhase } from '@/lib/tuning/sweep/phases';
import type { SweepCell, SweepPlan } from '@/lib/tuning/sweep/plan';
import * as z from 'zod';

/** What a kept sweep computes, and over which sessions; both never change. */
export interface KeptSweep {
  readonly id: string;
  readonly plan: SweepPlan;
  readonly sessions: readonly CorpusRow[];
}

const sessionsSchema = z.array(corpusSessionSchema).readonly();

/** A phase's own cells: those it added, and the order in which its cells are computed. */
const phaseCellsSchema = sweepCellsSchema.extend({
  order: z.array(z.int().min(0)).readonly(),
});

/** JSON of a phase's own cells; `before` is the number of cells of the phases before. */
export const phaseJson = ({ cells, order }: SweepPhase, before: number): string =>
  JSON.stringify({ added: cells.slice(before), order } satisfies z.input<typeof phaseCellsSchema>);

/** A plan as it was kept; one that asks for figures that are gone is read without figures. */
export function storedPlan(text: string): z.output<typeof sweepPlanSchema> {
  const { figures, ...plan } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const whole = sweepPlanSchema.safeParse({ ...plan, figures });
  return whole.success ? whole.data : sweepPlanSchema.parse(plan);
}

/** Reads a kept sweep; null if it is gone. */
export async function keptSweep(
  db: Database,
  { id, plan }: Pick<SweepRow, 'id' | 'plan'>,
): Promise<KeptSweep | null> {
  const snapshot = await sweepSnapshot(db, id);
  if (snapshot === null) return null;
  return {
    id,
    plan: storedPlan(plan),
    sessions: sessionsSchema.parse(JSON.parse(snapshot)),
  };
}

/** A phase's name as it was kept; any other one computed figures that are gone. */
export const keptPhaseName = z.enum(['coarse', 'refined', 'rest', 'figures']).catch('figures');

/** The phases of a sweep from the first on, up to and with `last`; fewer if the sweep is gone. */
export async function keptPhases(
  db: Database,
  { id, plan }: KeptSweep,
  last: number,
): Promise<readonly SweepPhase[]> {
  const phases: SweepPhase[] = [];
  let cells: readonly SweepCell[] = sweepCells(plan);
  for (let number = 0; number <= last; number++) {
    const stored = await findPhase(db, id, number);
    if (stored === null) return phases;
    const { added, order } = phaseCellsSchema.parse(JSON.parse(stored.cells));
    cells = [...cells, ...added];
    phases.push({ name: keptPhaseName.parse(stored.name), cells, order });
  }
  return phases;
}
