import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { recordedCompactions } from '../evidence/compactions';
import { defineDetector } from '../detector';
import { advise, stepCount, tokens } from '../finding';

/** Records that sum the requests of one call: what was billed is not what was sent. */
export const usageSummed = defineDetector({
  id: 'usage-summed',
  title: 'A record sums several requests',
  definition:
    'A usage record lists the requests that one call made (`iterations`) and sums them: the last is the request, the sum is what was billed.',
  of: 'recording',
  find: ({ replay: { session }, about }) => {
    const { profile } = session;
    const found = profile.head.counted.filter(({ kind }) => kind === 'sum');
    const [first] = found;
    if (first === undefined) return null;
    const after = new Set(recordedCompactions(profile).map(({ step }) => step - 1));
    const deciding = found.find(({ step }) => after.has(step)) ?? first;
    const request = intAt(profile.steps.real, deciding.step);
    const apart = deciding.tokens - request;
    const n = formatInteger;
    const compacted = after.has(deciding.step)
      ? ` ${about.agent} compacted behind it: it compares the sum, ${n(apart)} above the request.`
      : '';
    return {
      at: found.map(({ step }) => step),
      severity: after.has(deciding.step) ? 'warning' : 'info',
      figures: [
        tokens('billed', deciding.tokens),
        tokens('request', request),
        stepCount('summed', found.length),
      ],
      sentence: `${n(deciding.tokens)} are counted at step ${n(deciding.step)}, its request is ${n(request)}.${compacted}`,
      detail: deciding.reason,
      advice: [advise('Compare the last of the iterations with the threshold, and bill their sum')],
      ...(after.has(deciding.step) ? { first: deciding.step } : {}),
    };
  },
});
