import { formatFactors } from '@/lib/engine/base/format';
import { defineCause } from '../cause';
import { measuredRatio } from '../../correction';
import { correctionAt, wouldReach } from '../context';
import { say } from '@/lib/engine/base/answer/words';

/** The correction was measured below its floor, and the floor made the step compact. */
export const floorBinding = defineCause({
  id: 'floor-binding',
  find(context) {
    const measured = measuredRatio(context.replay, context.step);
    const floor = correctionAt(context);
    const { heuristic, lastReal } = context.operands;
    if (!context.fires || !(measured < floor)) return null;
    const unraised = Math.max(lastReal, Math.trunc(heuristic * measured));
    if (wouldReach(context, unraised)) return null;
    const [shown, least] = formatFactors(measured, floor);
    return {
      decides: true,
      reason: say`the correction measured ${shown} and is raised to its floor of ${least}`,
      clause: null,
      evidence: { kind: 'operand', id: 'correction' },
      figures: { measured, floor, unraised },
    };
  },
});
