import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { keptOfNewest } from '@/lib/engine/base/once/kept-of-newest';
import type { Replayable } from './prepare';
import { replay, type Replay } from './replay';

/** The policy and settings that a session opens with. */
export interface Unchanged {
  readonly policy: Policy;
  readonly settings: Settings;
}

/**
 * The control of a what-if: the policy under unchanged settings, left to itself. Like every what-if it is
 * given the compactions that the recording's user asked for, so that a difference of the two is the
 * change's alone.
 */
export const control = (session: Replayable, { policy, settings }: Unchanged): Replay =>
  kept(session, [policy, settings], () => replay(session, policy, settings));

const kept = keptOfNewest<Replayable, Replay>();

/** What the effect of a change on a replay is compared with: the control of a watched recording, else itself. */
export const comparedWith = (base: Replay): Replay =>
  base.observation === null ? base : control(base.session, base);
