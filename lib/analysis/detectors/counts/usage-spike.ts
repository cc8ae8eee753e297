import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { runGrowths, type StepGrowth } from '@/lib/analysis/explain/growth/session-growth';
import { advise, stepCount, tokens } from '../finding';

/** Fewer tokens may be reminders that come and go. */
const LEAST = 5_000;
/** Less of the request before is no foreign count. */
const LEAST_SHARE = 0.25;
/** So much of it leaves again at the next step. */
const LEAVES = 0.8;

/** Counts of one step that include another's: sub-agents summed into their parent. */
export const usageSpike = defineDetector({
  id: 'usage-spike',
  title: 'A count includes more than its request',
  definition:
    'Real rises at one step by 5,000 tokens and a quarter that no entry explains, and at the next step at least 80 % of it is gone again, with no compaction recorded: usually a sub-agent’s tokens summed into the parent’s.',
  of: 'recording',
  find: ({ replay: { session } }) => {
    const { real, flags } = session.profile.steps;
    const growths = runGrowths(session);
    // A size that a refusal names is no count of usage.
    const spikes = growths.filter(
      (one, i) =>
        (byteAt(flags, one.step) & stepFlag.rejected) === 0 &&
        isSpike(one, growths[i + 1], intAt(real, one.since)),
    );
    const [first] = spikes;
    if (first === undefined) return null;
    const at = spikes.map(({ step }) => step);
    const [before, here] = [intAt(real, first.since), intAt(real, first.step)];
    return {
      at,
      severity: 'warning',
      figures: [
        stepCount('spikes', at.length),
        tokens('before', before),
        tokens('counted', here),
        tokens('not in its entries', first.unexplained),
      ],
      sentence: `${formatInteger(here)} at step ${formatInteger(first.step)} after ${formatInteger(before)}, and back at the next: ${formatInteger(first.unexplained)} are not of this request, as when a sub-agent is summed into its parent. ${stepList(at).replace('step', 'Step')}.`,
      advice: [
        advise(
          'Count each agent in a lane of its own; a parent’s usage is that of its own call only',
        ),
      ],
    };
  },
});

function isSpike(one: StepGrowth, next: StepGrowth | undefined, before: number): boolean {
  if (next?.since !== one.step) return false;
  const least = Math.max(LEAST, LEAST_SHARE * before);
  return one.unexplained >= least && -next.unexplained >= LEAVES * one.unexplained;
}
