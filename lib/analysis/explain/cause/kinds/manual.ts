import { formatInteger } from '@/lib/engine/base/format';
import { defineCause, type CauseOfStep } from '../cause';
import { wouldReach, type CauseContext } from '../context';
import { say } from '@/lib/engine/base/answer/words';

/** The user asked for the compaction, or may have: in the recording, or by a fault. */
export const manual = defineCause({
  id: 'manual',
  find(context) {
    const { recorded, changes, judged, replay, step } = context;
    if (judged?.outcome === 'far-below') {
      const [reason = ''] = judged.why.split('; ');
      return {
        decides: true,
        reason: say`${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
        clause: null,
        evidence: { kind: 'step', step },
        figures: judged.tokens === null ? {} : { margin: judged.tokens },
      };
    }
    if (recorded?.trigger !== 'manual') return asked(context);
    const own = changes.length === 0 || replay.policy.traits.recording === true || isGiven(context);
    const at =
      recorded.preTokens === null ? '' : `, at ${formatInteger(recorded.preTokens)} tokens`;
    // A what-if that left the recording before sends another request than the recorded one.
    const here = context.decision?.projected === true ? '' : at;
    return {
      decides: own,
      reason: say`the user asked for it${here}; no policy decides that`,
      clause: say`In the recording the user compacted here${at}.`,
      evidence: { kind: 'step', step },
      figures: recorded.preTokens === null ? {} : { preTokens: recorded.preTokens },
    };
  },
});

/** A what-if compacts because it is given the recording's compactions by hand, not by its rule. */
const isGiven = (context: CauseContext): boolean => {
  const { replay, step, compacted, decision } = context;
  return compacted && replay.byHand.includes(step) && !wouldReach(context, decision?.value ?? NaN);
};

/** A fault compacted where the rule would not have. */
function asked(context: CauseContext): CauseOfStep | null {
  const { replay, step, decision } = context;
  const byHand = replay.faults.some(
    ({ fault, step: at }) => fault.kind === 'compact' && at === step,
  );
  if (!byHand || wouldReach(context, decision?.value ?? NaN)) return null;
  return {
    decides: true,
    reason: say`the user asked for it`,
    clause: say`A fault compacts here by hand.`,
    evidence: { kind: 'step', step },
    figures: {},
  };
}
