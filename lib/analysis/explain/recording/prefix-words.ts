import { formatInteger } from '@/lib/engine/base/format';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { sessionPrefix, type SessionPrefix } from '@/lib/engine/replay/session-prefix';

/** Where the prefix of a replay comes from; `given`: the question named another than the session's own. */
export type UsedPrefix = Omit<SessionPrefix, 'source'> & {
  readonly source: SessionPrefix['source'] | 'given';
};

/** The prefix that a session was replayed with. */
export function usedPrefix({
  profile,
  prefixTokens,
}: Pick<Replayable, 'profile' | 'prefixTokens'>): UsedPrefix {
  const own = sessionPrefix(profile);
  if (own.tokens === prefixTokens) return own;
  return { tokens: prefixTokens, source: 'given', missing: own.missing, solved: null };
}

/** Where a prefix comes from, in words; `attached`: the user gave a share of it. */
export function prefixWords(
  { source, missing, solved }: Pick<UsedPrefix, 'source' | 'missing' | 'solved'>,
  attached = false,
): string {
  if (source === 'given') return 'as asked';
  if (source === 'known')
    return attached ? 'attached by hand' : 'system prompt and tools, recorded';
  const lost = `${missing.join(' and ')} not recorded`;
  if (solved) {
    return `${lost}; solved from the recorded state on ${formatInteger(solved.steps)} of ${formatInteger(solved.of)} steps`;
  }
  return attached ? `${lost}, not attached` : lost;
}
