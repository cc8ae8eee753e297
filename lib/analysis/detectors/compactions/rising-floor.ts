import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { recordedCompactions } from '../evidence/compactions';
import { defineDetector } from '../detector';
import { advise, stepCount, tokens } from '../finding';

/** Fewer compactions show no trend. */
const FEWEST = 3;

/** From the first to the last it rises by so much of the first. */
const RISES = 0.1;

/** What compactions leave grows from one to the next: something is kept each time. */
export const risingFloor = defineDetector({
  id: 'rising-floor',
  title: 'Compactions leave more each time',
  definition:
    'The requests behind three or more recorded compactions grow from each to the next, by 10 % or more in all.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { profile } = session;
    const floors = recordedCompactions(profile)
      .map(({ step }) => ({ step, left: intAt(profile.steps.real, step) }))
      .filter(({ left }) => left > 0);
    const from = floors.findLastIndex(({ left }, i) => left <= (floors[i - 1]?.left ?? 0));
    const run = floors.slice(Math.max(0, from));
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined || run.length < FEWEST) return null;
    if (last.left < (1 + RISES) * first.left) return null;
    const n = formatInteger;
    return {
      at: run.map(({ step }) => step),
      severity: 'warning',
      figures: [
        tokens('left by the first', first.left),
        tokens('left by the last', last.left),
        stepCount('compactions', run.length),
      ],
      sentence: `${run.map(({ left }) => n(left)).join(' → ')} tokens are left by the compactions at ${stepList(run.map(({ step }) => step))}.`,
      detail:
        'What is kept beside the summary adds up: images, files put back, summaries of summaries, a list of the user’s messages.',
      advice: [
        advise('Drop images and old messages of the user from what a compaction keeps'),
        advise('Start a new session before the floor reaches the threshold'),
      ],
      tab: 'compactions',
    };
  },
});
