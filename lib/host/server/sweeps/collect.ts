import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/host/db/client';
import { computedShares } from '@/lib/host/db/sweeps/results';
import type { SweepPhase } from '@/lib/tuning/sweep/phases';
import { mergeShare } from '@/lib/tuning/sweep/share';
import { decodeResults, emptyResults, type SweepResults } from '@/lib/tuning/sweep/sweep-results';
import type { KeptSweep } from './kept-sweep';

/** The results of a sweep as far as its shares are computed. */
export async function collectResults(
  db: Database,
  { id, sessions }: Pick<KeptSweep, 'id' | 'sessions'>,
  phases: readonly SweepPhase[],
): Promise<SweepResults> {
  const results = emptyResults(sessions.length, phases.at(-1)?.cells.length ?? 0);
  for await (const { share, bytes } of computedShares(db, id)) {
    const phase = phases[share.phase];
    // A phase that was added since.
    if (phase === undefined) break;
    mergeShare(results, phase.order, share, decodeResults(bytes));
    await setImmediate();
  }
  return results;
}
