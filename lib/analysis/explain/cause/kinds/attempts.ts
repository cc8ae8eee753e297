import { defineCause } from '../cause';
import { say } from '@/lib/engine/base/answer/words';

/** The settings allow no compaction at all. */
export const attempts = defineCause({
  id: 'attempts',
  find({ replay, settings, decision, compacted }) {
    const idle = replay.policy.decision?.idle?.(settings) ?? null;
    if (idle === null || decision === null || compacted) return null;
    const { reached } = decision;
    return {
      decides: reached,
      reason: say`${idle}`,
      clause: reached ? null : say`It cannot compact at all: ${idle}.`,
      evidence: { kind: 'operand', id: 'decision' },
      figures: { value: decision.value, threshold: decision.threshold },
    };
  },
});
