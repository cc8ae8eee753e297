import { formatInteger } from '@/lib/engine/base/format';
import { reachesThreshold } from '@/lib/engine/policy/decision';
import { nameWord, say, tokens, type Words } from '@/lib/engine/base/answer/words';
import { environmentChange, type EnvironmentChange } from '../../environment-change';
import { stepOutcome } from '../../outcome/step-outcome';
import { defineCause } from '../cause';

/** The recording went on with another model or window, under which the step fares otherwise. */
export const modelSwitch = defineCause({
  id: 'model-switch',
  find({ replay, step, decision, asked, compacted }) {
    const change = environmentChange(replay, step);
    const declared = replay.policy.decision;
    if (change === null || decision?.unit !== 'tokens' || declared === null) return null;
    const { before, limit } = change;
    const there = declared.threshold(before.settings, replay.form.estimator.prefix);
    const { value, threshold } = decision;
    const isTurned = reachesThreshold(declared, value, there) !== decision.reached;
    const size = Number.isNaN(asked) ? value : asked;
    const outcome = stepOutcome(replay, step);
    const refused = outcome.provider === 'refused';
    const side = outcome.policy === 'failed' ? 'failed to compact' : outcome.policy;
    const isRefused =
      refused && limit !== null && size > limit && size <= (before.limit ?? Infinity);
    if (!isTurned && !isRefused) return null;
    const reason = say`${changeWords(change)}`;
    return {
      decides: isRefused || compacted,
      reason,
      ...(isRefused && {
        headline: say`Step ${formatInteger(step)} ${side} and was refused because ${reason}: about ${tokens(size)} tokens were sent to it.`,
      }),
      clause: say`From step ${formatInteger(change.from)} on ${reason}; the threshold was ${formatInteger(there)} before and is ${formatInteger(threshold)}.`,
      evidence: { kind: 'step', step: change.from },
      figures: { threshold, before: there, ...(limit === null ? {} : { limit }) },
    };
  },
});

/** "the model was switched to gpt-5.1-codex-mini, whose window is 121,600 after 258,400". */
function changeWords({ model, window, before }: EnvironmentChange): Words {
  const sizes =
    window === null || before.window === null
      ? say``
      : say` is ${formatInteger(window)} after ${formatInteger(before.window)}`;
  return model === null || model === before.model
    ? say`the window${sizes}`
    : say`the model was switched to ${nameWord(model)}, whose window${sizes}`;
}
