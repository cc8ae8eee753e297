import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Fault } from '@/lib/engine/replay/faults/faults';
import { observedOnce } from '@/lib/engine/replay/observed/observe';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { Opening } from './opening';

/** What a session is shown under. */
export interface ShownAs {
  readonly policy: Policy;
  readonly settings: Settings;
  readonly faults?: readonly Fault[];
}

/** The recording itself is shown: nothing differs from what the session opens with. */
export function isAsRecorded(
  session: Replayable,
  opening: Pick<Opening, 'policy' | 'settings'>,
  { policy, settings, faults = [] }: ShownAs,
): boolean {
  if (policy.id !== opening.policy.id || faults.length > 0) return false;
  // A generated session has no recording: there the replay is what happened.
  if (session.profile.steps.ratio !== null) return false;
  return settingFields(policy).every(({ key }) => settings[key] === opening.settings[key]);
}

/**
 * The replay that a session is shown with, on every surface: as it opens, the recording with its policy
 * watching; with anything changed, the what-if.
 */
export function shownReplay(
  session: Replayable,
  opening: Pick<Opening, 'policy' | 'settings' | 'own'>,
  shown: ShownAs,
): Replay {
  const { policy, settings, faults = [] } = shown;
  if (!isAsRecorded(session, opening, shown)) return replay(session, policy, settings, { faults });
  return observedOnce(session, policy, settings, opening.own !== null);
}
