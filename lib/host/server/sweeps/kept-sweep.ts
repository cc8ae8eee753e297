import type { Database } from '@/lib/host/db/client';
import { findPhase } from '@/lib/host/db/sweeps/shares';
import { sweepSnapshot, type SweepRow } from '@/lib/host/db/sweeps/sweeps';
import { corpusSessionSchema, type CorpusRow } from '@/lib/host/api/contract/corpus-contract';
import { sweepCellsSchema, sweepPlanSchema } from '@/lib/host/api/contract/sweep-contract';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import { figurePhases } from '@/lib/tuning/figures/figure-phases';
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

/** SHA-256 of the encoded names of each session, their version included; null for numbers alone. */
export type NamesHashes = readonly (string | null)[];

/** A phase, and what of its sessions' names its figures depend on. */
export interface KeptPhase extends SweepPhase {
  /** By session, where figures are computed from names; left out elsewhere. */
  readonly names?: NamesHashes | undefined;
}

/** A phase's own cells: those it added, the order in which its cells are computed, hashes of names. */
const phaseCellsSchema = sweepCellsSchema.extend({
  order: z.array(z.int().min(0)).readonly(),
  names: z.array(z.string().nullable()).readonly().optional(),
});

/** JSON of a phase's own cells; `before` is the number of cells of the phases before. */
export const phaseJson = ({ cells, order, names }: KeptPhase, before: number): string =>
  JSON.stringify({ added: cells.slice(before), order, names } satisfies z.input<
    typeof phaseCellsSchema
  >);

/** Reads a kept sweep; null if it is gone. */
export async function keptSweep(
  db: Database,
  { id, plan }: Pick<SweepRow, 'id' | 'plan'>,
): Promise<KeptSweep | null> {
  const snapshot = await sweepSnapshot(db, id);
  if (snapshot === null) return null;
  return {
    id,
    plan: sweepPlanSchema.parse(JSON.parse(plan)),
    sessions: sessionsSchema.parse(JSON.parse(snapshot)),
  };
}

const phaseNames = z.enum(['coarse', 'refined', 'rest', ...figurePhases]);

/** The phases of a sweep from the first on, up to and with `last`; fewer if the sweep is gone. */
export async function keptPhases(
  db: Database,
  { id, plan }: KeptSweep,
  last: number,
): Promise<readonly KeptPhase[]> {
  const phases: KeptPhase[] = [];
  let cells: readonly SweepCell[] = sweepCells(plan);
  for (let number = 0; number <= last; number++) {
    const stored = await findPhase(db, id, number);
    if (stored === null) return phases;
    const { added, order, names } = phaseCellsSchema.parse(JSON.parse(stored.cells));
    cells = [...cells, ...added];
    phases.push({ name: phaseNames.parse(stored.name), cells, order, names });
  }
  return phases;
}
