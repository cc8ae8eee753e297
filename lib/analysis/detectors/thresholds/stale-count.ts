import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { compactionBefore, lastRealStep, reaches } from '@/lib/analysis/explain/ledger-decision';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { comparesTokens, stepsOf } from '../evidence/decided';
import { advise, stepCount, tokens } from '../finding';

/** A count of a request that is gone: D2 of the field. */
export const staleCount = defineDetector({
  id: 'stale-count',
  title: 'A count from before the compaction fires it again',
  definition:
    'A step reaches the threshold with a last real that was counted before the newest compaction.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const at = staleSteps(replay);
    const [first] = at;
    if (first === undefined) return null;
    const real = intAt(replay.columns.lastReal, first);
    const [from, compacted] = [lastRealStep(replay, first), compactionBefore(replay, first)];
    const n = formatInteger;
    return {
      at,
      severity: 'error',
      figures: [stepCount('fired by it', at.length), tokens('last real', real)],
      sentence: `Step ${n(first)} decides with ${n(real)}, counted at step ${n(from)}, before the compaction at ${n(compacted)}: ${stepList(at)}.`,
      advice: [
        ...('resetCalibration' in replay.settings
          ? [{ text: 'Forget the counts at a compaction', settings: { resetCalibration: true } }]
          : []),
        advise(
          'Keep with each count the compaction it was taken after, and use none from before the newest',
        ),
      ],
    };
  },
});

/** Steps that reach the threshold with a count from before the newest compaction. */
function staleSteps(replay: Replay): readonly number[] {
  const found: number[] = [];
  let compacted = -1;
  for (let step = 0; step < stepsOf(replay); step++) {
    if (compacted >= 0 && reaches(replay, step)) {
      const from = lastRealStep(replay, step);
      if (from >= 0 && from < compacted) found.push(step);
    }
    if (replay.columns.compacted[step] === 1) compacted = step;
  }
  return found;
}
