import {
  dropsText,
  unexplainedDrops as dropsOf,
} from '@/lib/analysis/explain/recording/unexplained-drops';
import { defineDetector } from '../detector';
import { advise, stepCount, tokens } from '../finding';

/** Requests that shrank for no recorded reason. */
export const unexplainedDrops = defineDetector({
  id: 'unexplained-drops',
  title: 'Requests shrank without a recorded cause',
  definition:
    'A request is 10 % and 5,000 tokens smaller than the one before, and no compaction or elision is recorded between them.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const drops = dropsOf(session);
    if (drops.length === 0) return null;
    const most = Math.max(...drops.map(({ before, real }) => before - real));
    return {
      at: drops.map(({ step }) => step),
      severity: 'info',
      figures: [stepCount('drops', drops.length), tokens('largest', most)],
      sentence: dropsText(drops) ?? '',
      advice: [
        advise('A provider’s own context editing, or a change of tools, is recorded nowhere else'),
      ],
    };
  },
});
