import { formatInteger } from '@/lib/engine/base/format';
import { defineDetector } from '../detector';
import { reachedSteps, valueAt, tokenThresholdAt } from '../evidence/decided';
import { settingsAt } from '@/lib/engine/replay/replay';
import { stepCount, tokens } from '../finding';

/** Settings under which nothing is ever compacted. */
export const attemptsZero = defineDetector({
  id: 'attempts-zero',
  title: 'The policy may not compact',
  definition:
    'The settings allow no compaction at all, as with 0 attempts, and a step reaches the threshold.',
  of: 'replay',
  find: ({ replay }) => {
    const idle = (step: number): string | null =>
      replay.policy.decision?.idle?.(settingsAt(replay, step)) ?? null;
    const at = reachedSteps(replay).filter((step) => idle(step) !== null);
    const [first] = at;
    if (first === undefined) return null;
    const why = idle(first) ?? '';
    const value = valueAt(replay, first);
    return {
      at,
      severity: 'error',
      figures: [
        stepCount('reached in vain', at.length),
        tokens('decision', value),
        tokens('threshold', tokenThresholdAt(replay, first)),
      ],
      sentence: `Reached at step ${formatInteger(first)} with ${formatInteger(value)}, but ${why}.`,
      advice: [
        'attempts' in replay.settings
          ? { text: 'Allow 3 attempts', settings: { attempts: 3 } }
          : { text: 'Switch compaction on', settings: null },
      ],
    };
  },
});
