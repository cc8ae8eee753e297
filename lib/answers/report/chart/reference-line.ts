import { oncePer } from '@/lib/engine/base/once/once-per';
import { observe } from '@/lib/engine/replay/observed/observe';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { DEFAULT_POLICY, policyOrDefault } from '@/lib/policies/registry';

/** The calibrated count of the reference rule on a session's recorded requests. */
const referenceOf = oncePer((session: Replayable): Float64Array => {
  const policy = policyOrDefault(DEFAULT_POLICY);
  const settings = sessionSettings(policy, session.profile.head);
  return Float64Array.from(observe(session, policy, settings).columns.calibrated);
});

/** True where the policy of a replay has a calibrated count of its own at some step. */
export function calibrates({ columns: { calibrated } }: Replay): boolean {
  for (const value of calibrated) if (!Number.isNaN(value)) return true;
  return false;
}

/**
 * What the chart draws as calibrated where a policy has no correction of its own: the reference rule's
 * count of the same recording; null where the policy has one, and under faults.
 */
export function referenceLine(replay: Replay): Float64Array | null {
  // Under faults the session is another one in every frame of a drag.
  if (replay.faults.length > 0 || calibrates(replay)) return null;
  return referenceOf(replay.session);
}
