import { formatInteger } from '@/lib/base/format';
import { intAt } from '@/lib/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { advise, stepCount, tokens } from '../finding';

/** More tokens written to the cache than the request has: D8 of the field. */
export const cacheAccounting = defineDetector({
  id: 'cache-accounting',
  title: 'Cache counts do not fit the request',
  definition: 'A step wrote more tokens to the cache than its request holds.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { real, cacheWrite } = session.profile.steps;
    const at = [...real.keys()].filter(
      (step) => intAt(real, step) >= 0 && intAt(cacheWrite, step) > intAt(real, step),
    );
    const [first] = at;
    if (first === undefined) return null;
    const [written, held] = [intAt(cacheWrite, first), intAt(real, first)];
    return {
      at,
      severity: 'error',
      figures: [
        stepCount('contradictory', at.length),
        tokens('written to the cache', written),
        tokens('real', held),
      ],
      sentence: `${formatInteger(written)} tokens written to the cache of a request of ${formatInteger(held)}: ${stepList(at)}.`,
      advice: [
        advise(
          'Read input, cache reads and cache writes as disjoint parts, or as one sum: the source mixes both',
        ),
      ],
    };
  },
});
