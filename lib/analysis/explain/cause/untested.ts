import { formatInteger } from '@/lib/engine/base/format';
import { overflowedAsRecorded, overflows } from '../step-events';
import { controlOf, type CauseContext } from './context';

/**
 * Why no change can be tested at a step: what is to be cured is on record, and the control does not do it
 * there. null where it does, and where the recording has nothing of a policy at the step.
 */
export function untestedText({ subject, step, recorded }: CauseContext): string | null {
  const run = controlOf(subject);
  const compacted = run.columns.compacted[step] === 1;
  const refused = overflowedAsRecorded(run, step);
  const at = `step ${formatInteger(step)}`;
  const misses = (what: string): string =>
    `Left to itself from step 0 on, ${run.policy.label} ${what}, so no setting can be tested there.`;
  if (recorded !== null && !compacted) {
    return misses(`does not compact at ${at}, where the recording did`);
  }
  // Without a policy of its own a recording says nothing of when one holds.
  if (recorded === null && compacted && subject.own !== null) {
    return misses(`compacts at ${at}, where the recording did not`);
  }
  if (refused && !compacted && !overflows(run, step)) {
    return misses(`sends a request that fits at ${at}, where the recorded one was too large`);
  }
  return null;
}
