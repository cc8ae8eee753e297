import { formatRatio } from '@/lib/engine/base/format';
import { defineDetector } from '../detector';
import { advise, count, factor } from '../finding';

/** bytes ÷ 4 is off by this factor or more. */
const FAR = 2.5;

/** Text that bytes ÷ 4 counts far too low or too high: other scripts, base64, minified code. */
export const densityFar = defineDetector({
  id: 'density-far',
  title: 'The estimator is far from real',
  definition:
    'Real tokens per heuristic token, learnt from this session’s growth without images, are 2.5 or more, or 0.4 or less.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { texts } = session.projection;
    const { models } = session.profile.head;
    const far = texts.flatMap((one, i) => {
      const isFar = one.source === 'session' && (one.value >= FAR || one.value <= 1 / FAR);
      return isFar ? [{ ...one, model: models[i] ?? 'unknown model' }] : [];
    });
    const [worst] = far;
    if (worst === undefined) return null;
    const all = [...session.profile.steps.real.keys()];
    return {
      at: all,
      severity: 'info',
      figures: [factor('real per counted token', worst.value), count('groups', worst.groups)],
      sentence: `${worst.model}: ${formatRatio(worst.value)} real tokens per counted one, learnt from ${worst.groups} steps.`,
      advice: [advise('Decide with last real + density × growth: it learns this number')],
      tab: 'estimators',
    };
  },
});
