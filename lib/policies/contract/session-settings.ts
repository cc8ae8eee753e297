import type { ProfileHead } from '@/lib/tokens/profile';
import type { Policy } from './policy';

/** Settings a policy opens a session with: its defaults, and what the session says of itself. */
export function sessionSettings<S>(
  policy: Policy<S>,
  head: Pick<ProfileHead, 'guard' | 'compactions'>,
  limit: number | null,
): S {
  const defaults = policy.settings.parse({});
  const known: Record<string, unknown> = {};
  if (limit !== null) known['window'] = limit;
  // A trace of ContextGuard contains its summaries, so their sizes need no model.
  const summaries = head.compactions.some(
    ({ kind, summaryBytes }) => kind === 'summary' && summaryBytes > 0,
  );
  if (head.guard.length > 0 && summaries) known['summary'] = 'recorded';
  const names = Object.keys(known).filter((name) => name in (defaults as object));
  const chosen = Object.fromEntries(names.map((name) => [name, known[name]]));
  const fitted = policy.settings.safeParse({ ...defaults, ...chosen });
  return fitted.success ? fitted.data : defaults;
}
