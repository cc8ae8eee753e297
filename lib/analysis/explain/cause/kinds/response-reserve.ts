import { formatInteger } from '@/lib/engine/base/format';
import { say, tokens } from '@/lib/engine/base/answer/words';
import { reservedResponse } from '../../recording/reserved-response';
import { stepOutcome } from '../../outcome/step-outcome';
import { defineCause } from '../cause';

/** The request was refused for the tokens that it reserved for its response: no compaction is missing. */
export const responseReserve = defineCause({
  id: 'response-reserve',
  find({ replay, step }) {
    const found = reservedResponse(replay.session, step);
    const { policy, provider } = stepOutcome(replay, step);
    if (found === null || provider !== 'refused') return null;
    const { prompt, reserved, limit } = found;
    const side = policy === 'failed' ? 'failed to compact' : policy;
    const reason = say`it reserved ${tokens(reserved)} for its response beside a prompt of ${formatInteger(prompt)}, of ${formatInteger(limit)}`;
    return {
      decides: true,
      reason,
      headline: say`Step ${formatInteger(step)} ${side} and was refused because ${reason}: ${tokens(limit - prompt)} were left for it.`,
      clause: say`A maximal output of at most ${tokens(limit - prompt)} fits beside this prompt.`,
      evidence: { kind: 'operand', id: 'real' },
      figures: { prompt, reserved, limit },
    };
  },
});
