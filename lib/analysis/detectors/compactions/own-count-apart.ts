import { formatFactor, formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { advise, factor, stepCount, tokens } from '../finding';

/** The agent's count may include the last response, and what came behind it. */
const APART = 1.5;

/** The program's own count at a compaction, against what the provider counted of the same request. */
export const ownCountApart = defineDetector({
  id: 'own-count-apart',
  title: 'The agent counted another request than it sent',
  definition:
    'The tokens that the agent recorded before a compaction are 1.5 times the provider’s count of the newest request, or more, or two thirds of it, or less.',
  of: 'recording',
  find: ({ replay: { session }, about }) => {
    const { head, steps } = session.profile;
    const summed = new Map(head.counted.map((one) => [one.step, one.tokens]));
    const found = head.compactions.flatMap(({ kind, step, preTokens }) => {
      const newest = newestStep(steps.real, step, summed);
      if (kind !== 'summary' || preTokens === null || newest < 0) return [];
      const sent = summed.get(newest) ?? intAt(steps.real, newest);
      // What came behind the response is in the agent's count and in no request yet.
      const waiting = intAt(steps.entries, Math.min(step, session.profile.stepCount - 1));
      const came =
        intAt(session.profile.sum, waiting) -
        intAt(session.profile.sum, intAt(steps.entries, newest));
      const output = Math.max(0, intAt(steps.output, newest));
      const most = APART * (sent + Math.max(0, came) * 2 + output);
      const apart = preTokens > most || preTokens * APART < sent;
      return apart ? [{ step, preTokens, sent }] : [];
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

function newestStep(real: Int32Array, step: number, counted: ReadonlyMap<number, number>): number {
  for (let i = step - 1; i >= 0; i--) if (intAt(real, i) >= 0 || counted.has(i)) return i;
  return -1;
}
