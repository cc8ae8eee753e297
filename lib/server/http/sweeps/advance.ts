import type { Database } from '@/lib/server/db/client';
import { addPhase, missingShares } from '@/lib/server/db/sweeps/shares';
import { completeSweep, failSweep, findSweep, type SweepRow } from '@/lib/server/db/sweeps/sweeps';
import { figurePhase, nextPhase, type SweepPhase } from '@/lib/tuning/sweep/phases';
import { collectResults } from './collect';
import { keptPhases, keptSweep, type KeptSweep } from './kept-sweep';
import { phaseShares } from './phase-shares';
import { faultOf, ShareFault } from './share-fault';

/**
 * Adds the next phase to a sweep all of whose shares are computed, or ends it. Several workers may do
 * so at once: the phase follows from the results, and one of them adds it.
 * @returns true if shares of a new phase wait.
 */
export async function advanceSweep(db: Database, id: string): Promise<boolean> {
  for (;;) {
    const row = await findSweep(db, id);
    const isActive = row?.status === 'queued' || row?.status === 'running';
    if (row === null || !isActive || (await missingShares(db, id, 1)).length > 0) return false;
    const kept = await keptSweep(db, row);
    if (kept === null) return false;
    const phases = await keptPhases(db, kept, row.phase);
    const newest = phases[row.phase];
    if (newest === undefined) return false;
    const next = await phaseAfter(db, kept, phases).catch(failing(db, row));
    if (next === undefined) return false;
    if (next === null) {
      await completeSweep(db, id, row.phase);
      return false;
    }
    const phase = phaseShares(kept, next, row.phase + 1, newest.cells.length);
    await addPhase(db, id, next.cells.length, phase);
    if ((await missingShares(db, id, 1)).length > 0) return true;
  }
}

/** The phase after the newest; null after the last. @throws ShareFault where it cannot be known. */
async function phaseAfter(
  db: Database,
  kept: KeptSweep,
  phases: readonly SweepPhase[],
): Promise<SweepPhase | null> {
  const newest = phases.at(-1);
  if (newest === undefined) return null;
  if (newest.name === 'figures') return null;
  const next = nextPhase(kept.plan, newest, await collectResults(db, kept, phases));
  return next ?? figurePhase(kept.plan, newest);
}

/** Ends a sweep that a fault of its own stops. */
const failing =
  (db: Database, { id, startedAt }: SweepRow) =>
  async (error: unknown): Promise<undefined> => {
    if (!(error instanceof ShareFault)) throw error;
    await failSweep(db, id, faultOf(error), startedAt ?? undefined);
  };
