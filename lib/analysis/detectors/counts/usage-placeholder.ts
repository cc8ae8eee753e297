import { byteAt, intAt, sumBetween } from '@/lib/base/read';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { Profile } from '@/lib/tokens/profile';
import { defineDetector } from '../detector';
import { advise, share, stepCount } from '../finding';

/** Fewer responses than this say nothing about all of them. */
const FEWEST = 5;

/** Responses counted as less than this share of what is visible of them are placeholders. */
const PLACEHOLDER = 0.8;

/** Output counts that are smaller than the text they count: taken while it was still streaming. */
export const usagePlaceholder = defineDetector({
  id: 'usage-placeholder',
  title: 'Output counts are placeholders',
  definition: `The output counts of at least ${FEWEST} responses add up to less than 80 % of what is visible of them.`,
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { n, counted, visible, low } = responses(session.profile);
    if (n < FEWEST || counted >= PLACEHOLDER * visible) return null;
    const part = counted / visible;
    return {
      at: low,
      severity: 'warning',
      figures: [stepCount('too low', low.length), share('counted of visible', part)],
      sentence: `Output counts add up to ${Math.round(100 * part)} % of the visible responses: they were taken while the responses were streaming.`,
      advice: [advise('Take the usage of the last chunk of a stream, not of its first')],
    };
  },
});

/** Output counts and visible sizes of the responses that have both, in tokens. */
function responses(profile: Profile) {
  const { steps, entries, sum, thoughtSum, stepCount: all, entryCount } = profile;
  const low: number[] = [];
  let [n, counted, visible] = [0, 0, 0];
  for (let step = 0; step < all; step++) {
    const output = intAt(steps.output, step);
    const from = intAt(steps.entries, step);
    const next = steps.entries[step + 1] ?? entryCount;
    let to = from;
    // The response is what the model says before anyone else does.
    while (to < next && (byteAt(entries.flags, to) & entryFlag.user) === 0) to++;
    const shown = sumBetween(sum, from, to) + sumBetween(thoughtSum, from, to);
    if (output < 0 || shown === 0) continue;
    n++;
    counted += output;
    visible += shown;
    if (output < PLACEHOLDER * shown) low.push(step);
  }
  return { n, counted, visible, low };
}
