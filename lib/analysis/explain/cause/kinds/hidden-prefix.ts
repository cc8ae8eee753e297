import { densityOf } from '@/lib/engine/replay/projection/density';
import { defineCause } from '../cause';
import { correctionAt, totalBefore, wouldReach } from '../context';
import { readsReal } from '../../ledger-decision';
import { prefixSize } from '../../recording/prefix-size';
import { unknownHeadText } from '../../recording/unknown-head';
import { say, tokens } from '@/lib/engine/base/answer/words';

/** Share of the threshold from which a hidden prefix is named. */
const LEAST_SHARE = 0.05;

/** Every request holds tokens that the policy does not count: tool definitions, instructions. */
export const hiddenPrefix = defineCause({
  id: 'hidden-prefix',
  find(context) {
    const { replay, step, missed, decision, subject, operands } = context;
    if (!missed || decision?.unit !== 'tokens') return null;
    // Its own count of a request holds the prefix.
    if (totalBefore(context) !== null) return null;
    const { profile, projection } = replay.session;
    const { prefix, prefixSource, densities } = projection;
    // The provider's count holds the prefix; only a correction would have to predict it.
    const anchored = readsReal(replay, step) && Number.isFinite(operands.lastReal);
    if (anchored && Number.isNaN(correctionAt(context))) return null;
    if (!['recorded', 'prior', 'learnt'].includes(prefixSource)) return null;
    const density = densityOf(profile, densities, step).value;
    // No less than this at the steepest growth that the session shows: the findings name it too.
    const least = prefixSource === 'recorded' ? prefixSize(replay.session).least : prefix;
    const counted = Math.max(0, replay.form.estimator.prefix - (profile.head.system ?? 0));
    const hidden = Math.trunc(least - density * counted);
    if (hidden < LEAST_SHARE * decision.threshold) return null;
    // A policy that reads usage corrects for it from its second step on.
    const decides = !readsReal(replay, step) && wouldReach(context, decision.value + hidden);
    const head = unknownHeadText(replay.session, subject.agent);
    const { system } = replay.policy.provenance;
    return {
      decides,
      reason: say`${tokens(hidden)} tokens of every request are not in what ${system} counts`,
      clause: say`${tokens(hidden)} tokens of every request are not in what ${system} counts.${head === null ? '' : ` ${head}`}`,
      evidence: { kind: 'operand', id: 'heuristic' },
      figures: { hidden, prefix: Math.trunc(prefix) },
    };
  },
});
