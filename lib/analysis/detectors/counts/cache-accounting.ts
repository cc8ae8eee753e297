import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { advise, stepCount, tokens } from '../finding';

/** More tokens read from the cache and written to it than the request has: D8 of the field. */
export const cacheAccounting = defineDetector({
  id: 'cache-accounting',
  title: 'Cache counts do not fit the request',
  definition:
    'A step read more tokens from the cache and wrote more to it, together, than its request holds.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { head, steps } = session.profile;
    const { real, cacheRead, cacheWrite } = steps;
    const apart = new Set(head.counted.map(({ step }) => step));
    const cached = (step: number): number =>
      Math.max(0, intAt(cacheRead, step)) + Math.max(0, intAt(cacheWrite, step));
    const at = [...real.keys()].filter(
      (step) => !apart.has(step) && intAt(real, step) >= 0 && cached(step) > intAt(real, step),
    );
    const [first] = at;
    if (first === undefined) return null;
    const [through, held] = [cached(first), intAt(real, first)];
    return {
      at,
      severity: 'error',
      figures: [
        stepCount('contradictory', at.length),
        tokens('read from the cache', Math.max(0, intAt(cacheRead, first))),
        tokens('written to it', Math.max(0, intAt(cacheWrite, first))),
        tokens('real', held),
      ],
      sentence: `${formatInteger(through)} tokens read from the cache or written to it, in a request of ${formatInteger(held)}: ${stepList(at)}.`,
      advice: [
        advise(
          'Read input, cache reads and cache writes as disjoint parts, or as one sum: the source mixes both',
        ),
      ],
    };
  },
});
