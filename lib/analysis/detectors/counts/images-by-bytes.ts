import { counted, formatFactor, formatInteger } from '@/lib/engine/base/format';
import { intAt, numberAt, sumBetween } from '@/lib/engine/base/read';
import { defineDetector } from '../detector';
import { windowAt } from '../evidence/decided';
import { advise, count, factor, tokens } from '../finding';

/** Images counted by their bytes: 20 to 40 times what a provider charges. */
const FLAT = 1_600;
/** Less than this share of the window moves no decision. */
const LEAST_SHARE = 0.05;

/** An estimator that takes images for text. */
export const imagesByBytes = defineDetector({
  id: 'images-by-bytes',
  title: 'Images are counted by their bytes',
  definition:
    'The policy’s estimator counts inline data as bytes ÷ 4, and that is 5 % of the window more than images are charged.',
  of: 'replay',
  find: ({ replay }) => {
    const { session, form } = replay;
    const { profile, projection } = session;
    const window = windowAt(replay, 0);
    if (form.estimator.images !== 'bytes ÷ 4' || window === null) return null;
    const entries = [...profile.entries.inlines.keys()].filter(
      (entry) => intAt(profile.entries.inlines, entry) > 0,
    );
    const images = entries.reduce((sum, entry) => sum + intAt(profile.entries.inlines, entry), 0);
    const weighed = entries.reduce((sum, i) => sum + intAt(profile.entries.kinds.inline, i), 0);
    const charged = entries.reduce((sum, entry) => {
      const own =
        numberAt(projection.charges.tokens, entry + 1) - numberAt(projection.charges.tokens, entry);
      return sum + own + FLAT * sumBetween(projection.charges.unknown, entry, entry + 1);
    }, 0);
    if (weighed - charged < LEAST_SHARE * window) return null;
    const at = [...profile.steps.entries.keys()].filter(
      (step) => intAt(profile.steps.entries, step) > (entries[0] ?? 0),
    );
    const times = weighed / Math.max(1, charged);
    return {
      at,
      severity: 'warning',
      figures: [
        count('images', images),
        tokens('counted', weighed),
        tokens('charged, at most', Math.round(charged)),
        factor('too much', times),
      ],
      sentence: `${counted(images, 'inline part counts', 'inline parts count')} as ${formatInteger(weighed)} tokens; ${formatInteger(charged)} at most are charged, ${formatFactor(times)} less.`,
      advice: [
        ...('images' in replay.settings
          ? [{ text: 'Count images at a flat cost', settings: { images: 'flat' } }]
          : []),
        advise(
          'Leave inline data out of the estimate: the last real already holds what was charged',
        ),
      ],
    };
  },
});
