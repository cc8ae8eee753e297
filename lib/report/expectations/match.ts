/** Finds the sessions that expectations were recorded of among those given. */
import type { Profile } from '@/lib/tokens/profile';
import { prepare } from '@/lib/replay/prepare';
import type { CheckedSession } from './evaluate';
import { profileHash } from './profile-hash';
import type { Expectations, ExpectedSession } from './schema';

/** A session read for a check; `name` is what its trace calls it. */
export interface GivenSession {
  readonly name: string;
  /** File it was read from. */
  readonly file: string;
  readonly profile: Profile;
}

/** The sessions of a check. */
interface Matched {
  readonly sessions: readonly CheckedSession[];
  /** A sentence for each listed session that was not given, or whose content changed. */
  readonly problems: readonly string[];
}

/**
 * The listed sessions, found by content, under their listed names, limits and prefixes; behind them
 * the others given, under their own.
 */
export function matchSessions(
  { sessions: listed }: Pick<Expectations, 'sessions'>,
  given: readonly GivenSession[],
): Matched {
  const byHash = new Map<string, GivenSession>();
  for (const one of given) byHash.set(profileHash(one.profile), one);
  const found = listed.flatMap((expected) => {
    const own = byHash.get(expected.hash);
    return own === undefined ? [] : [checked(expected, own.profile)];
  });
  const known = new Set(listed.map(({ hash }) => hash));
  const missing = listed.filter(({ hash }) => !byHash.has(hash));
  const names = new Set(listed.map(({ name }) => name));
  const others = [...byHash].flatMap(([hash, { name, file, profile }]) => {
    if (known.has(hash)) return [];
    const own = names.has(name) ? `${name} (${file})` : name;
    return [{ name: own, session: prepare(profile) }];
  });
  return {
    sessions: [...found, ...others],
    problems: missing.map((one) => problemOf(one, given)),
  };
}

function checked({ name, limit, prefix }: ExpectedSession, profile: Profile): CheckedSession {
  const { head } = profile;
  const own = head.limit?.tokens ?? null;
  const stated = limit === null ? null : { tokens: limit, source: 'user' as const };
  const session = own === limit ? profile : { ...profile, head: { ...head, limit: stated } };
  return { name, session: prepare(session, prefix) };
}

function problemOf({ name, hash }: ExpectedSession, given: readonly GivenSession[]): string {
  const same = given.find((one) => one.name === name);
  if (same === undefined) {
    return `Session "${name}" is missing: no trace given has its content (${hash}). Give its file, or record the expectations again.`;
  }
  return `Session "${name}" changed: ${same.file} has other content (${profileHash(same.profile)}) than was recorded (${hash}). Record the expectations again.`;
}

/** A session as a file lists it. */
export const listedSession = ({
  name,
  session: { profile, prefixTokens },
}: CheckedSession): ExpectedSession => ({
  name,
  hash: profileHash(profile),
  limit: profile.head.limit?.tokens ?? null,
  prefix: prefixTokens,
});
