import { policies } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';

type Replays = Readonly<Record<string, Replay['columns']>>;

/** The columns of a session's replay under every policy there is, each as the session opens with it. */
export const replaysOf = (session: Session): Replays => replaysOfProfile(measureSession(session));

/** Replays of a measured session. */
export function replaysOfProfile(profile: Profile): Replays {
  const { head } = profile;
  const prepared = prepare(profile);
  return Object.fromEntries(
    policies.map((policy) => {
      const settings = sessionSettings(policy, head);
      return [policy.id, replay(prepared, policy, settings).columns];
    }),
  );
}
