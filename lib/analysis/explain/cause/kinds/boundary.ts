import { formatInteger } from '@/lib/engine/base/format';
import { reachesThreshold } from '@/lib/engine/policy/decision';
import { defineCause } from '../cause';
import type { CauseContext } from '../context';
import { say } from '@/lib/engine/base/answer/words';

/** A jump of the threshold by at least this share of it at a neighbouring window. */
const LEAST_JUMP = 0.02;

/** The threshold jumps at the window in force, and the other side of the jump decides otherwise. */
export const boundary = defineCause({
  id: 'boundary',
  find(context) {
    const { decision, fires } = context;
    // Reached, and nothing was asked for: another threshold would change nothing.
    if (decision === null || (decision.reached && !fires)) return null;
    const found = otherSide(context);
    if (found === null) return null;
    const { rule, threshold } = found;
    const there = formatInteger(threshold);
    const now = formatInteger(decision.threshold);
    return {
      decides: true,
      reason: say`the threshold jumps at a window of ${formatInteger(found.window)}: it is ${now}, and ${there} ${rule}`,
      clause: say`The threshold jumps at a window of ${formatInteger(found.window)}: it is ${now}, and ${there} ${rule}.`,
      evidence: { kind: 'operand', id: 'threshold' },
      figures: { window: found.window, threshold: decision.threshold, other: threshold },
    };
  },
});

/** A neighbouring window, or the other side of a window that is the boundary itself. */
function otherSide({ replay, settings, decision }: CauseContext) {
  const declared = replay.policy.decision;
  const { window } = settings;
  if (declared === null || decision === null || typeof window !== 'number') return null;
  const { prefix } = replay.form.estimator;
  const fires = (threshold: number): boolean =>
    reachesThreshold(declared, decision.value, threshold);
  const now = fires(decision.threshold);
  const jumps = (threshold: number): boolean =>
    Math.abs(threshold - decision.threshold) >= LEAST_JUMP * decision.threshold &&
    fires(threshold) !== now;
  const at = (changed: object): number => declared.threshold({ ...settings, ...changed }, prefix);
  for (const by of [-1, 1]) {
    const threshold = at({ window: window + by });
    if (jumps(threshold)) {
      return {
        window: by < 0 ? window : window + 1,
        threshold,
        rule: by < 0 ? 'one token below' : 'one token above',
      };
    }
  }
  return null;
}
