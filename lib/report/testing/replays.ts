import { policies } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/policies/session-settings';
import { prepare, replay, type Replay } from '@/lib/replay/replay';
import type { Session } from '@/lib/session/schema';
import { measureSession } from '@/lib/tokens/profile';

/** The columns of a session's replay under every policy there is, each as the session opens with it. */
export function replaysOf(session: Session): Readonly<Record<string, Replay['columns']>> {
  const profile = measureSession(session);
  const { head } = profile;
  const prepared = prepare(profile);
  return Object.fromEntries(
    policies.map((policy) => {
      const settings = sessionSettings(policy, head, head.limit?.tokens ?? null);
      return [policy.id, replay(prepared, policy, settings).columns];
    }),
  );
}
