import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { namedReplay, OWN_POLICY, type Opening } from '@/lib/analysis/fit/opening';
import { ok, type Result } from '@/lib/engine/base/result';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { ChoiceError } from '@/lib/policies/policy-choice';
import type { Fault } from '@/lib/engine/replay/faults/faults';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { LaneText } from './lane-text';

/** What a lane replays on a session that is known. */
export interface LaneDraft {
  readonly policy: Policy;
  /** Complete. */
  readonly settings: Settings;
  readonly faults: readonly Fault[];
}

/** A lane of a comparison: a replay, and whose. */
export interface Lane {
  /** Lanes of one recording have equal keys. */
  readonly session: string;
  readonly replay: Replay;
}

type LaneChoice = Pick<LaneText, 'policy' | 'preset' | 'settings' | 'faults'>;

/** Policy and settings that a lane names, on a session; `own` without a preset is the session as it ran. */
export function laneDraft(
  { faults, ...named }: LaneChoice,
  opening: Opening,
  { profile }: Pick<Replayable, 'profile'>,
): Result<LaneDraft, ChoiceError> {
  const chosen = namedReplay(named, opening, profile);
  if (!chosen.ok) return chosen;
  const { policy, settings } = chosen.value;
  return ok({ policy, settings, faults });
}

/** The replay of a lane: of the session as it opens, the recording with its policy watching. */
export const laneReplay = (session: Replayable, opening: Opening, draft: LaneDraft): Replay =>
  shownReplay(session, opening, draft);

/**
 * The session as it ran, then under each version of its agent's own policy that has a preset; versions
 * that replay alike are all listed.
 */
export function versionsOf(opening: Opening): readonly Pick<LaneText, 'policy' | 'preset'>[] {
  const versions = opening.policy.presets.filter(({ provenance }) => provenance !== undefined);
  return [
    { policy: OWN_POLICY, preset: null },
    ...versions.map(({ id }) => ({ policy: OWN_POLICY, preset: id })),
  ];
}
