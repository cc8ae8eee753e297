/** How a session and a replay of it are handed to a worker: the session once, then only what is asked. */
import type { Settings } from '@/lib/engine/policy/fields';
import { findPolicy } from '@/lib/policies/registry';
import { frozenTables, holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import type { SizeTable } from '@/lib/engine/sizes/size-table';
import type { Fault } from '@/lib/engine/replay/faults/faults';
import { observe } from '@/lib/engine/replay/observed/observe';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { Profile } from '@/lib/engine/tokens/profile';

/** A session, as a question carries it whose worker lacks it. */
export interface WorkerSession {
  readonly profile: Profile;
  /** Heuristic tokens of the prefix. */
  readonly prefixTokens: number;
  /** Frozen tables of sizes, which settings name. */
  readonly tables: readonly SizeTable[];
}

/** A replay, as a question names it. */
export interface CarriedReplay {
  readonly policy: string;
  readonly settings: Settings;
  readonly faults: readonly Fault[];
  /** The policy watches the recording, which is of its own system or not; null: it decides. */
  readonly observed: { readonly own: boolean } | null;
}

/** The page's memory of what its worker holds. */
export class SessionCarrier {
  #held: readonly unknown[] = [];

  /** The session for a worker that lacks it, the known tables or what else belongs to it; null where it holds all. */
  carry(session: Replayable, ...others: readonly unknown[]): WorkerSession | null {
    const tables = frozenTables();
    const parts = [session, tables.map(({ id }) => id).join(' '), ...others];
    const isHeld = parts.every((part, at) => part === this.#held[at]);
    this.#held = parts;
    const { profile, prefixTokens } = session;
    return isHeld ? null : { profile, prefixTokens, tables };
  }

  /** The worker may have ended, and with it what it held. */
  forget(): void {
    this.#held = [];
  }
}

/** A replay, so that {@link replayAgain} gives the same. */
export const carriedReplay = ({
  policy,
  settings,
  faults,
  observation,
}: Pick<Replay, 'policy' | 'settings' | 'faults' | 'observation'>): CarriedReplay => ({
  policy: policy.id,
  settings,
  faults: faults.map(({ fault }) => fault),
  observed: observation === null ? null : { own: observation.own },
});

/** Prepares a carried session, whose tables replace those that are known. */
export function openCarried({ profile, prefixTokens, tables }: WorkerSession): Replayable {
  holdFrozenTables(tables);
  return prepare(profile, prefixTokens);
}

/** Replays as the page did. @throws Error for an unknown policy or settings that it refuses. */
export function replayAgain(
  session: Replayable,
  { policy: id, settings, faults, observed }: CarriedReplay,
): Replay {
  const policy = findPolicy(id);
  if (policy === undefined) throw new Error(`There is no policy ${id}.`);
  const chosen = policy.settings.parse(settings) as Settings;
  return observed === null
    ? replay(session, policy, chosen, { faults })
    : observe(session, policy, chosen, observed);
}
