import { defineCause } from '../cause';
import { wouldReach } from '../context';
import { logSizes } from '../../growth/log-sizes';
import { densityAt } from '../../growth/session-growth';
import { readsReal } from '../../ledger-decision';
import { unknownHeadText } from '../../recording/unknown-head';
import { say, tokens } from '../words';

/** Share of the threshold from which a hidden prefix is named. */
const LEAST_SHARE = 0.05;

/** Every request holds tokens that the policy does not count: tool definitions, instructions. */
export const hiddenPrefix = defineCause({
  id: 'hidden-prefix',
  find(context) {
    const { replay, step, missed, decision, subject } = context;
    if (!missed || decision?.unit !== 'tokens') return null;
    const { session } = subject;
    const { prefixSource } = session.projection;
    if (prefixSource !== 'recorded' && prefixSource !== 'prior') return null;
    const { prefix } = logSizes(session);
    const counted = densityAt(session, step) * replay.form.estimator.prefix;
    const hidden = prefix - Math.round(counted);
    if (hidden < LEAST_SHARE * decision.threshold) return null;
    // A policy that reads usage corrects for it from its second step on.
    const decides = !readsReal(replay, step) && wouldReach(context, decision.value + hidden);
    const head = unknownHeadText(session, subject.agent);
    const { system } = replay.policy.provenance;
    return {
      decides,
      reason: say`${tokens(hidden)} tokens of every request are not in what ${system} counts`,
      clause: say`${tokens(hidden)} tokens of every request are not in what ${system} counts.${head === null ? '' : ` ${head}`}`,
      evidence: { kind: 'operand', id: 'heuristic' },
      figures: { hidden, prefix },
    };
  },
});
