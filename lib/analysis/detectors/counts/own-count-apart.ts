import { formatFactor, formatInteger } from '@/lib/engine/base/format';
import { countedApart } from '@/lib/engine/tokens/usage/own-count';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { advise, factor, stepCount, tokens } from '../finding';

/** The program's own count at a compaction, against what the provider counted of the same request. */
export const ownCountApart = defineDetector({
  id: 'own-count-apart',
  title: 'The agent counted another request than it sent',
  definition:
    'The tokens that the agent recorded before a compaction are 1.5 times the provider’s count of the newest request, or more, or two thirds of it, or less.',
  of: 'recording',
  find: ({ replay: { session }, about }) => {
    const found = session.profile.head.compactions.flatMap((one) => {
      const sent = one.kind === 'summary' ? countedApart(session.profile, one) : null;
      const { step, preTokens } = one;
      return sent === null || preTokens === null ? [] : [{ step, preTokens, sent }];
    });
    const [first] = found;
    if (first === undefined) return null;
    const times = first.preTokens / first.sent;
    const n = formatInteger;
    return {
      at: found.map(({ step }) => step),
      severity: 'warning',
      figures: [
        tokens('counted by the agent', first.preTokens),
        tokens('sent', first.sent),
        factor('of what was sent', times),
        stepCount('compactions', found.length),
      ],
      sentence: `${about.agent} counted ${n(first.preTokens)} before the compaction at ${stepList(found.map(({ step }) => step))}; the provider counted ${n(first.sent)}: ${formatFactor(times)}.`,
      advice: [advise('Report it to the agent: it decides by a count that is not the request’s')],
      tab: 'compactions',
    };
  },
});
