import { formatInteger } from '@/lib/engine/base/format';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { defineCause } from '../cause';
import { limitAt } from '../../step-events';
import { reachesThreshold } from '@/lib/engine/policy/decision';
import { say, tokens } from '@/lib/engine/base/answer/words';

/** The provider accepts less than the window that the policy assumes. */
export const providerLimit = defineCause({
  id: 'provider-limit',
  find({ replay, step, settings, decision, missed, asked }) {
    const declared = replay.policy.decision;
    const { window } = settings;
    const limit = limitAt(replay, step);
    if (!missed || decision === null || declared === null) return null;
    if (typeof window !== 'number' || limit === null || limit >= window || asked <= limit)
      return null;
    const there = declared.threshold({ ...settings, window: limit }, replay.form.estimator.prefix);
    const named = ((replay.session.profile.steps.flags[step] ?? 0) & stepFlag.rejected) !== 0;
    const who = named ? 'the provider’s limit is' : 'the limit is';
    return {
      decides: reachesThreshold(declared, decision.value, there),
      reason: say`${who} ${tokens(limit)}, and the policy assumes a window of ${formatInteger(window)}`,
      clause: say`The policy assumes a window of ${formatInteger(window)}; ${who} ${tokens(limit)}.`,
      evidence: { kind: 'setting', key: 'window' },
      figures: { limit, window, threshold: there },
    };
  },
});
