import type { Database } from '@/lib/host/db/client';
import { addPhase, missingShares } from '@/lib/host/db/sweeps/shares';
import { completeSweep, findSweep } from '@/lib/host/db/sweeps/sweeps';
import { figurePhase, nextPhase } from '@/lib/tuning/sweep/phases';
import { collectResults } from './collect';
import { keptPhases, keptSweep } from './kept-sweep';
import { phaseShares } from './phase-shares';

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
    const next =
      newest.name === 'figures'
        ? null
        : (nextPhase(kept.plan, newest, await collectResults(db, kept, phases)) ??
          figurePhase(kept.plan, newest));
    if (next === null) {
      await completeSweep(db, id, row.phase);
      return false;
    }
    const phase = phaseShares(kept, next, row.phase + 1, newest.cells.length);
    await addPhase(db, id, next.cells.length, phase);
    if ((await missingShares(db, id, 1)).length > 0) return true;
  }
}
