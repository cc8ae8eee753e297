import { ok, type Result } from '@/lib/engine/base/result';
import { chosenReplay, openSession, type Opening } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { ChoiceError, GivenSettings, PolicyChoice } from '@/lib/policies/policy-choice';
import type { Fault } from '@/lib/engine/replay/faults/faults';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import type { Replay } from '@/lib/engine/replay/replay';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Profile } from '@/lib/engine/tokens/profile';

/** What a session is replayed under. */
export interface ReplayChoice {
  /** A policy and perhaps a preset of it; null, or left out: as the session ran. */
  readonly choice?: PolicyChoice | null;
  /** Settings by key; the others are the preset's, then the session's, then the policy's. */
  readonly settings?: GivenSettings;
  readonly faults?: readonly Fault[];
  /** Heuristic tokens of the prefix; what the session opens with if left out. */
  readonly prefixTokens?: number;
}

/** What of a session a replay is made of: where it comes from, and its numbers. */
export interface ReplaySource {
  readonly draft: Pick<SessionDraft, 'head'>;
  readonly profile: Profile;
}

/** A session's replay, and what it was replayed under. */
export interface SessionReplay {
  readonly measured: ReplaySource;
  /** The policy and settings that the session opens with. */
  readonly opening: Opening;
  readonly policy: Policy;
  /** Id of the policy's preset; null for none. */
  readonly preset: string | null;
  readonly settings: Settings;
  /** The session with its requests sized. */
  readonly session: Replayable;
  readonly run: Replay;
}

/**
 * Replays a session: as it ran, or under another policy and settings. Errors name a setting that the
 * policy lacks, or a value that it does not allow.
 */
export function replaySession(
  measured: ReplaySource,
  { choice = null, settings: given = {}, faults = [], prefixTokens }: ReplayChoice = {},
): Result<SessionReplay, ChoiceError> {
  const { draft, profile } = measured;
  const opening = openSession(draft.head.source, profile);
  const chosen = chosenReplay(choice, given, opening, profile);
  if (!chosen.ok) return chosen;
  const { policy, preset, settings } = chosen.value;
  const session = prepare(profile, prefixTokens ?? opening.prefixTokens);
  const run = shownReplay(session, opening, { policy, settings, faults });
  return ok({ measured, opening, policy, preset, settings, session, run });
}
