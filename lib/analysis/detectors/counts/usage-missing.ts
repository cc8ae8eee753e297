import { counted, formatInteger, formatPercent } from '@/lib/engine/base/format';
import { stepList } from '@/lib/analysis/explain/step-list';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { defineDetector } from '../detector';
import { advise, share, stepCount } from '../finding';

/** Steps that nobody counted, rejected ones aside, whose error may name no count. */
export const usageMissing = defineDetector({
  id: 'usage-missing',
  title: 'Usage is missing',
  definition:
    'Accepted steps without a count by the provider: a policy decides without them, and their real tokens are projected.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { head, steps, stepCount: all } = session.profile;
    if (steps.ratio !== null) return null;
    const at = [...steps.real.keys()].filter(
      (step) =>
        (steps.real[step] ?? 0) < 0 &&
        ((steps.flags[step] ?? 0) & stepFlag.rejected) === 0 &&
        !head.counted.some((one) => one.step === step),
    );
    if (at.length === 0) return null;
    const none = at.length === all;
    return {
      at,
      severity: 'warning',
      title: none ? 'No step has usage' : 'Usage is missing',
      figures: [stepCount('without usage', at.length), share('of all steps', at.length / all)],
      sentence: none
        ? `None of ${counted(all, 'step')} has the provider’s count: every real number is projected.`
        : `${formatInteger(at.length)} of ${counted(all, 'step')} (${formatPercent(at.length / all)}) lack the provider’s count: ${stepList(at)}.`,
      advice: [
        advise(
          'Record the usage of every response; of streams too, where it comes with the last chunk',
        ),
        advise('Until then a larger default factor is the only safety: the correction rests on it'),
      ],
    };
  },
});
