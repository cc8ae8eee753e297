import { counted, formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { firstAtLeast } from '@/lib/engine/base/search';
import { defineDetector } from '../detector';
import { advise, count } from '../finding';

/** Results in the log that answer no call: D9 of the field. */
export const orphanResult = defineDetector({
  id: 'orphan-result',
  title: 'Results without a call',
  definition: 'The log holds a tool result that no earlier call asked for.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { entries, callOf, steps, stepCount } = session.profile;
    const orphans = [...callOf.keys()].filter(
      (entry) => intAt(entries.responses, entry) > 0 && intAt(callOf, entry) < 0,
    );
    const [first] = orphans;
    if (first === undefined) return null;
    const at = [...new Set(orphans.map((entry) => firstAtLeast(steps.entries, entry + 1)))].filter(
      (step) => step < stepCount,
    );
    return {
      at: at.sort((a, b) => a - b),
      severity: 'warning',
      figures: [count('results', orphans.length)],
      sentence: `${counted(orphans.length, 'result answers', 'results answer')} no call of the log, the first in entry ${formatInteger(first)}.`,
      advice: [
        advise('Providers refuse such a request: look for a call that was dropped or renamed'),
      ],
      tab: 'request',
    };
  },
});
