import { formatInteger, formatProjected } from '@/lib/engine/base/format';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { stepList } from '@/lib/analysis/explain/step-list';
import { isProjected } from '@/lib/analysis/explain/step-events';
import { NO_RESPONSE, type PolicyEvent } from '@/lib/engine/policy/notes';
import type { Replay } from '@/lib/engine/replay/replay';
import { defineDetector } from '../detector';
import { stepsOf } from '../evidence/decided';
import { advise, stepCount, tokens } from '../finding';

/** Steps between two checkpoints: D7 of the field. */
export const unchecked = defineDetector({
  id: 'unchecked',
  title: 'The threshold is reached between checks',
  definition: 'The threshold is reached at a step at which the policy does not look.',
  of: 'replay',
  find: ({ replay }) => {
    const gaps = replay.notes.events
      .filter(({ kind }) => kind === 'unchecked')
      .map((event) => gapOf(replay, event));
    const [first] = gaps;
    if (first === undefined) return null;
    const longest = gaps.reduce((most, one) => (one.grew > most.grew ? one : most), first);
    const at = [...new Set(gaps.map(({ step }) => step))];
    const n = formatInteger;
    const { step, steps, grew, projected, next } = longest;
    const until = next === null ? 'to the end' : `to the next check at step ${n(next)}`;
    return {
      at,
      first: step,
      severity: 'warning',
      figures: [
        stepCount('times', at.length),
        stepCount('without a check', steps),
        tokens(projected ? 'grew meanwhile, projected' : 'grew meanwhile', grew),
      ],
      sentence: `${first.text} From step ${n(step)} ${until} ${n(steps)} ${steps === 1 ? 'step' : 'steps'} and ${formatProjected(grew, projected)} tokens more pass unchecked: ${stepList(at)}.`,
      advice: [advise('Check before every call: a chain of tool calls has no other place')],
    };
  },
});

/** What passes until the policy looks again: the next turn of the user, or the first response. */
function gapOf(replay: Replay, { step, text }: PolicyEvent) {
  const all = stepsOf(replay);
  const { turnStart } = replay.session.profile.steps;
  const { real } = replay.columns;
  let next = step + 1;
  while (
    text !== NO_RESPONSE &&
    next < all &&
    intAt(turnStart, next) === intAt(turnStart, step) &&
    replay.columns.compacted[next] !== 1
  )
    next++;
  const last = Math.min(next, all) - 1;
  return {
    step,
    text,
    next: next < all ? next : null,
    steps: last - step + 1,
    grew: Math.max(0, Math.round(floatAt(real, last) - floatAt(real, step))),
    projected: isProjected(replay, last) || isProjected(replay, step),
  };
}
