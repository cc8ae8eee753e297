import { formatInteger } from '@/lib/base/format';
import { defineCause } from '../cause';
import { say } from '../words';

/** The user asked for the recorded compaction. */
export const manual = defineCause({
  id: 'manual',
  find({ recorded, changes, replay, step }) {
    if (recorded?.trigger !== 'manual') return null;
    const own = changes.length === 0 || replay.policy.traits.recording === true;
    const at =
      recorded.preTokens === null ? '' : `, at ${formatInteger(recorded.preTokens)} tokens`;
    return {
      decides: own,
      reason: say`the user asked for it${at}; no policy decides that`,
      clause: say`In the recording the user compacted here${at}.`,
      evidence: { kind: 'step', step },
      figures: recorded.preTokens === null ? {} : { preTokens: recorded.preTokens },
    };
  },
});
