import { formatInteger, formatPercent } from '@/lib/engine/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import { reaches } from '@/lib/analysis/explain/ledger-decision';
import { defineDetector } from '../detector';
import { replayedCompactions } from '../evidence/compactions';
import { comparesTokens, tokenThresholdAt, valueAt } from '../evidence/decided';
import { advise, stepCount, tokens } from '../finding';

/** A request below this share of the threshold had room for as much again. */
const EARLY = 0.5;

/** Compactions of requests that were small: D25, too early. */
export const tooEarly = defineDetector({
  id: 'too-early',
  title: 'Compacts far below the threshold',
  definition:
    'The decision reaches the threshold while the request’s real tokens are below half of it.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const early = replayedCompactions(replay).filter(
      ({ step, before }) =>
        reaches(replay, step) && before > 0 && before < EARLY * tokenThresholdAt(replay, step),
    );
    const [first] = early;
    if (first === undefined) return null;
    const at = early.map(({ step }) => step);
    const { step, before, askedProjected: projected } = first;
    const threshold = tokenThresholdAt(replay, step);
    const n = formatInteger;
    return {
      at,
      severity: 'info',
      figures: [
        stepCount('too early', at.length),
        tokens(projected ? 'real, projected' : 'real', before),
        tokens('decision', valueAt(replay, step)),
        tokens('threshold', threshold),
      ],
      sentence: `${projected ? '~' : ''}${n(before)} real, ${formatPercent(before / threshold)} of the threshold, taken for ${n(valueAt(replay, step))}: ${stepList(at)}.`,
      advice: [
        advise(
          'Lower the factor or the cap, or decide with last real + density × growth: the estimate is too large',
        ),
      ],
    };
  },
});
