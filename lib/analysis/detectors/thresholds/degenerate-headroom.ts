import { formatInteger, formatPercent } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { prefixAt } from '@/lib/analysis/explain/recording/prefix-size';
import { realAsked } from '@/lib/analysis/explain/step-events';
import { defineDetector } from '../detector';
import { comparesTokens, stepsOf, tokenThresholdAt, windowAt } from '../evidence/decided';
import { advise, share, tokens } from '../finding';

/** Less of the window is no room to work in. */
const LEAST_SHARE = 0.05;
/** So few tokens above the prefix are none either. */
const LEAST = 1_000;

/** A threshold that nothing fits below: D15 of the field. */
export const degenerateHeadroom = defineDetector({
  id: 'degenerate-headroom',
  title: 'The threshold leaves no room',
  definition:
    'The threshold is below 5 % of the window and the first request reaches it, or it is less than 1,000 tokens above the prefix: what is reserved takes almost all of the window.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const threshold = tokenThresholdAt(replay, 0);
    const window = windowAt(replay, 0);
    if (window === null || window <= 0) return null;
    const prefix = Math.round(prefixAt(replay.session, 0));
    const first = realAsked(replay, 0) || intAt(replay.columns.heuristic, 0);
    const small = threshold < LEAST_SHARE * window && first >= threshold;
    if (!small && (prefix === 0 || threshold > prefix + LEAST)) return null;
    const n = formatInteger;
    const why = small ? '' : ` The prefix alone is ${n(prefix)}.`;
    return {
      at: Array.from({ length: stepsOf(replay) }, (_, step) => step),
      severity: 'error',
      figures: [
        tokens('threshold', threshold),
        tokens('window', window),
        share('of the window', threshold / window),
        tokens('prefix', prefix),
      ],
      sentence: `A threshold of ${n(threshold)} in a window of ${n(window)}, ${formatPercent(threshold / window)}: every request compacts.${why}`,
      advice: [
        advise('Reserve less, or use a larger window: a fixed reserve does not fit a small one'),
      ],
    };
  },
});
