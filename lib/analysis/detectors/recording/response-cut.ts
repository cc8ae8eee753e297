import { stepList } from '@/lib/analysis/explain/step-list';
import { byteAt } from '@/lib/engine/base/read';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { defineDetector } from '../detector';
import { advise, stepCount } from '../finding';

/** Responses that ran into their own limit. */
export const responseCut = defineDetector({
  id: 'response-cut',
  title: 'Responses stopped at the output limit',
  definition: 'A response ended because it reached the largest output.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { flags } = session.profile.steps;
    const at = [...flags.keys()].filter(
      (step) => (byteAt(flags, step) & stepFlag.lengthStop) !== 0,
    );
    if (at.length === 0) return null;
    return {
      at,
      severity: 'warning',
      figures: [stepCount('cut', at.length)],
      sentence: `The response was cut at ${stepList(at)}.`,
      advice: [advise('Raise the largest output, and reserve as much of the window for it')],
    };
  },
});
