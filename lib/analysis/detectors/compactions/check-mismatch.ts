import { formatInteger } from '@/lib/base/format';
import { floatAt, intAt } from '@/lib/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { replayedCompactions } from '../evidence/compactions';
import { comparesTokens, tokenThresholdAt } from '../evidence/decided';
import { advise, stepCount, tokens } from '../finding';

/** A check after the compaction that the next decision does not share: D23 of the field. */
export const checkMismatch = defineDetector({
  id: 'check-mismatch',
  title: 'The compacted request passes the check and is above the threshold',
  definition:
    'After a compaction the policy’s own count of the request is below the threshold, its real tokens are at or above it.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const { heuristicSent, real } = replay.columns;
    const found = replayedCompactions(replay).filter(({ step, after }) => {
      const threshold = tokenThresholdAt(replay, step);
      return intAt(heuristicSent, step) < threshold && after >= threshold;
    });
    const [first] = found;
    if (first === undefined) return null;
    const at = found.map(({ step }) => step);
    const { step, projected } = first;
    const n = formatInteger;
    const [checked, sent] = [intAt(heuristicSent, step), floatAt(real, step)];
    return {
      at,
      severity: 'error',
      figures: [
        tokens('checked', checked),
        tokens(projected ? 'real, projected' : 'real', sent),
        tokens('threshold', tokenThresholdAt(replay, step)),
        stepCount('compactions', at.length),
      ],
      sentence: `Checked as ${n(checked)}, sent as ${projected ? '~' : ''}${n(sent)} of ${n(tokenThresholdAt(replay, step))}: ${stepList(at)}.`,
      advice: [advise('Check with what decides: count the prefix, or multiply by the correction')],
    };
  },
});
