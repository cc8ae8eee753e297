import { formatFactor, formatFactors } from '@/lib/engine/base/format';
import { defineCause } from '../cause';
import { measuredRatio } from '../../correction';
import { correctionAt, wouldReach } from '../context';
import { say } from '@/lib/engine/base/answer/words';

/** The correction was measured above its cap. */
export const capBinding = defineCause({
  id: 'cap-binding',
  find(context) {
    const measured = measuredRatio(context.replay, context.step);
    const cap = correctionAt(context);
    if (context.compacted || !(measured > cap)) return null;
    const { heuristic } = context.operands;
    const uncapped = Math.trunc(heuristic * measured);
    const decides = wouldReach(context, uncapped);
    if (!decides && !context.missed) return null;
    const [shown, most] = formatFactors(measured, cap);
    const needed = (context.decision?.threshold ?? NaN) / heuristic;
    return {
      decides,
      reason: say`the correction measured ${shown} and is capped at ${most}`,
      clause: decides
        ? null
        : say`The correction measured ${shown} and is capped at ${most}; ${formatFactor(needed)} was needed.`,
      evidence: { kind: 'operand', id: 'correction' },
      figures: { measured, cap, needed, uncapped },
    };
  },
});
