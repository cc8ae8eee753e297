import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import type { SessionMeasurement } from '@/lib/analysis/subject/session-measurement';
import { replaySession, type SessionReplay } from '@/lib/analysis/subject/replay-session';
import type { PolicyChoice } from '@/lib/policies/policy-choice';
import type { Fault } from '@/lib/engine/replay/faults/faults';
import type { CliIo } from '../cli-io';
import type { SessionOfTrace } from '../choose-sessions';
import { choiceFault, policyOf, settingsOf, type GivenSettings } from '../parse-settings';
import { withSizes } from '../tables/size-tables';

/** Options of the commands that replay one policy over a file's sessions. */
export interface PolicyReplayOptions {
  readonly policy?: string;
  readonly set: GivenSettings;
  readonly fault: readonly Fault[];
  readonly sizes?: string;
  readonly session?: string;
  readonly json?: boolean;
  /** Heuristic tokens of the prefix; the session's own if left out. */
  readonly prefix?: number;
}

/** The replay asked for: a policy, or null for each session's own; settings and faults. */
export interface RequestedReplay {
  readonly choice: PolicyChoice | null;
  readonly set: GivenSettings;
  readonly fault: readonly Fault[];
  /** Heuristic tokens of the prefix; the session's own if left out. */
  readonly prefix?: number | undefined;
}

/** Checks what is asked before a file is read. @throws UsageError for a policy or setting that is none. */
export async function askedOf(given: PolicyReplayOptions, io: CliIo): Promise<RequestedReplay> {
  const { policy = OWN_POLICY } = given;
  const set = await withSizes(given, io);
  const choice = policy === OWN_POLICY ? null : policyOf(policy);
  if (choice !== null) settingsOf(choice, set, {});
  return { choice, set, fault: given.fault, prefix: given.prefix };
}

/** Replays a session as asked. @throws UsageError for a setting that the session's own policy lacks. */
export function requestedReplay(
  { session }: SessionOfTrace<Pick<SessionMeasurement, 'draft' | 'profile'>>,
  { choice, set, fault, prefix }: RequestedReplay,
): SessionReplay {
  const given = prefix === undefined ? {} : { prefixTokens: prefix };
  const replayed = replaySession(session, { choice, settings: set, faults: fault, ...given });
  if (replayed.ok) return replayed.value;
  throw choiceFault(replayed.error, set);
}
