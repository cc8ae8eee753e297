import { floatAt, intAt } from '@/lib/engine/base/read';
import { defineDetector } from '../detector';
import { advise, stepCount } from '../finding';

/** Identical records within this many milliseconds are one call, written twice. */
const SAME_MOMENT = 2000;

/** Neighbouring steps with the same counts, the same request and the same moment. */
export const usageRepeated = defineDetector({
  id: 'usage-repeated',
  title: 'A call is counted twice',
  definition:
    'A step has the request, the counts and, within 2 seconds, the time of the step before.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { steps, stepCount: all } = session.profile;
    const at: number[] = [];
    for (let step = 1; step < all; step++) {
      const same = (column: ArrayLike<number>): boolean => column[step] === column[step - 1];
      if (intAt(steps.real, step) < 0 || intAt(steps.output, step) < 0) continue;
      const apart = floatAt(steps.time, step) - floatAt(steps.time, step - 1);
      if (!(apart >= 0 && apart <= SAME_MOMENT)) continue;
      if (same(steps.real) && same(steps.output) && same(steps.cacheWrite) && same(steps.entries))
        at.push(step);
    }
    if (at.length === 0) return null;
    return {
      at,
      severity: 'warning',
      figures: [stepCount('repeated', at.length)],
      sentence:
        'A step has the request, the counts and the moment of the step before: one call, recorded twice.',
      advice: [
        advise('Remove duplicate records before sums and costs are taken from this session'),
      ],
    };
  },
});
