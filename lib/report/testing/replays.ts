import { policies } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/policies/session-settings';
import { prepare, replay, type Replay } from '@/lib/replay/replay';
import type { Session } from '@/lib/session/schema';
import { measureSession, type Profile } from '@/lib/tokens/profile';

type Replays = Readonly<Record<string, Replay['columns']>>;

/** The columns of a session's replay under every policy there is, each as the session opens with it. */
export const replaysOf = (session: Session): Replays => replaysOfProfile(measureSession(session));

/** The same of a session that was measured before. */
export function replaysOfProfile(profile: Profile): Replays {
  const { head } = profile;
  const prepared = prepare(profile);
  return Object.fromEntries(
    policies.map((policy) => {
      const settings = sessionSettings(policy, head, head.limit?.tokens ?? null);
      return [policy.id, replay(prepared, policy, settings).columns];
    }),
  );
}
