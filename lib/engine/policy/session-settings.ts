import type { ProfileHead } from '@/lib/engine/tokens/profile';
import type { Policy } from './policy';

/** What a session says of itself that a policy's settings may take. */
type SessionFacts = Pick<ProfileHead, 'source' | 'limit' | 'guard' | 'compactions'>;

/** Settings a policy opens a session with: its defaults, and what the session says of itself. */
export function sessionSettings<S>(policy: Policy<S>, head: SessionFacts): S {
  const defaults = policy.settings.parse({});
  const known: Record<string, unknown> = {};
  const window = recordedWindow(policy, head);
  if (window !== null) known['window'] = window;
  if (holdsSummaries(head)) known['summary'] = 'recorded';
  const names = Object.keys(known).filter((name) => name in (defaults as object));
  const chosen = Object.fromEntries(names.map((name) => [name, known[name]]));
  const fitted = policy.settings.safeParse({ ...defaults, ...chosen });
  return fitted.success ? fitted.data : defaults;
}

/** A trace of ContextGuard contains its summaries, so their sizes need no model. */
const holdsSummaries = ({ guard, compactions }: SessionFacts): boolean =>
  guard.length > 0 &&
  compactions.some(({ kind, summaryBytes }) => kind === 'summary' && summaryBytes > 0);

/** The part of a session's facts that {@link sessionSettings} reads: equal texts have equal settings. */
export const settingsKey = (head: SessionFacts): string =>
  `${head.limit?.tokens ?? ''} ${head.limit?.source ?? ''} ${holdsSummaries(head)} ${head.source}`;

/**
 * The window that a session's limit stands for: in a recording of the policy's own system it may be
 * another number, else it is the limit; null without one.
 */
function recordedWindow(
  { recordings }: Pick<Policy, 'recordings'>,
  { source, limit }: SessionFacts,
): number | null {
  if (limit === null) return null;
  const own = limit.source === 'recording' && recordings?.format.test(source) === true;
  return own && recordings.window ? recordings.window(limit.tokens) : limit.tokens;
}
