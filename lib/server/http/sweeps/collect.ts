import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/server/db/client';
import { computedShares } from '@/lib/server/db/sweeps/results';
import { decodeFigures } from '@/lib/tuning/figures/figure-codec';
import {
  emptyFigures,
  mergeFigures,
  type FigureResults,
} from '@/lib/tuning/figures/figure-results';
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
  const last = phases.findLastIndex(({ name }) => name !== 'figures');
  for await (const { share, bytes } of computedShares(db, id, { to: last })) {
    const phase = phases[share.phase];
    // A phase that was added since.
    if (phase === undefined) break;
    mergeShare(results, phase.order, share, decodeResults(bytes));
    await setImmediate();
  }
  return results;
}

/** The figures of a sweep as far as their shares are computed, NaN beyond; null where it has none. */
export async function collectFigures(
  db: Database,
  { id, plan, sessions }: KeptSweep,
  phases: readonly SweepPhase[],
): Promise<FigureResults | null> {
  if (plan.figures === undefined) return null;
  const cells = phases.at(-1)?.cells.length ?? 0;
  const results = emptyFigures(plan.figures.ids, sessions.length, cells);
  const from = phases.findIndex(({ name }) => name === 'figures');
  if (from < 0) return results;
  for await (const { share, bytes } of computedShares(db, id, { from, to: phases.length - 1 })) {
    mergeFigures(results, phases[share.phase]?.order ?? [], share, decodeFigures(bytes));
    await setImmediate();
  }
  return results;
}
