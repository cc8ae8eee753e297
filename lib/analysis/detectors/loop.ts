import { byteAt, intAt } from '@/lib/base/read';
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import type { Replay } from '@/lib/replay/replay';
import { defineDetector } from './detector';

/** Percent of the request that a compaction without progress leaves. */
const NO_PROGRESS_PERCENT = 95;

/** So many compactions without relief, within so many steps, make a loop. */
const COMPACTIONS = 3;
const WITHIN_STEPS = 10;

/** Compaction without progress: the detector D1 of the field. */
export const loop = defineDetector({
  id: 'compaction-no-progress',
  definition: `A loop: a compaction that leaves at least ${NO_PROGRESS_PERCENT} % of the request's estimate, or ${COMPACTIONS} compactions within ${WITHIN_STEPS} steps, each followed by a step that reaches the threshold again.`,
  found: loops,
});

function loops(replay: Replay): boolean {
  const { compacted, heuristic, heuristicSent } = replay.columns;
  /** Compactions whose next step reaches the threshold. */
  const vain: number[] = [];
  for (let step = 0; step < compacted.length; step++) {
    if (byteAt(compacted, step) === 0) continue;
    const most = NO_PROGRESS_PERCENT * intAt(heuristic, step);
    if (100 * intAt(heuristicSent, step) >= most) return true;
    if (step + 1 === compacted.length || !reaches(replay, step + 1)) continue;
    vain.push(step);
    const first = vain.at(-COMPACTIONS);
    if (first !== undefined && step - first < WITHIN_STEPS) return true;
  }
  return false;
}
