import { stepList } from '@/lib/analysis/explain/step-list';
import type { Profile } from '@/lib/engine/tokens/profile';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { defineDetector } from '../detector';
import { advise, stepCount } from '../finding';

/** Two compactions for one request: D17 of the field. */
export const doubleCompaction = defineDetector({
  id: 'double-compaction',
  title: 'Two compactions without a call between',
  definition: 'Two recorded compactions have no accepted call of the model between them.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const at = doubled(session.profile);
    if (at.length === 0) return null;
    return {
      at,
      severity: 'warning',
      figures: [stepCount('doubled', at.length)],
      sentence: `A second compaction follows before any call was accepted: ${stepList(at)}.`,
      advice: [
        advise(
          'Look for two triggers: the user’s own and the automatic one, or a check before and after the call',
        ),
      ],
    };
  },
});

/** Steps of the second compactions, ascending. */
function doubled({ head, steps, stepCount: all }: Profile): readonly number[] {
  const at = head.compactions
    .filter(({ kind, step }) => kind === 'summary' && step < all)
    .map(({ step }) => step);
  const refused = (step: number): boolean => ((steps.flags[step] ?? 0) & stepFlag.rejected) !== 0;
  return [
    ...new Set(
      at.filter((step, i) => {
        const before = at[i - 1];
        if (before === undefined) return false;
        for (let between = before; between < step; between++) if (!refused(between)) return false;
        return true;
      }),
    ),
  ];
}
