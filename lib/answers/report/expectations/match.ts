/** Finds the sessions that expectations were recorded of among those given. */
import type { Profile } from '@/lib/engine/tokens/profile';
import { prepare } from '@/lib/engine/replay/prepare';
import type { CheckTarget } from './evaluate';
import { profileHash } from '@/lib/engine/tokens/profile-hash';
import type { Expectations, SessionExpectation } from './schema';

/** A session read for a check; `name` is what its trace calls it. */
export interface SessionFile {
  readonly name: string;
  /** File it was read from. */
  readonly file: string;
  readonly profile: Profile;
}

/** A session of a check, and what it was read as. */
export interface CheckMatch<G extends SessionFile> extends CheckTarget {
  readonly given: G;
}

/** The sessions of a check. */
interface Matched<G extends SessionFile> {
  readonly sessions: readonly CheckMatch<G>[];
  /** A sentence for each listed session that was not given, or whose content changed. */
  readonly problems: readonly string[];
}

/**
 * The listed sessions, found by content, under their listed names, limits and prefixes; behind them
 * the others given, under their own.
 */
export function matchSessions<G extends SessionFile>(
  { sessions: listed }: Pick<Expectations, 'sessions'>,
  given: readonly G[],
): Matched<G> {
  const byHash = new Map<string, G[]>();
  for (const one of given) {
    const hash = profileHash(one.profile);
    byHash.set(hash, [...(byHash.get(hash) ?? []), one]);
  }
  const taken = new Set<G>();
  const found = listed.flatMap((expected) => {
    const alike = byHash.get(expected.hash) ?? [];
    const own = alike.find((one) => !taken.has(one)) ?? alike[0];
    if (own === undefined) return [];
    taken.add(own);
    return [{ ...checked(expected, own.profile), given: own }];
  });
  const missing = listed.filter(({ hash }) => !byHash.has(hash));
  const names = new Set(listed.map(({ name }) => name));
  const others = given.filter((one) => !taken.has(one));
  return {
    sessions: [
      ...found,
      ...others.map((one) => ({
        name: names.has(one.name) ? `${one.name} (${one.file})` : one.name,
        session: prepare(one.profile),
        given: one,
      })),
    ],
    problems: missing.map((one) => problemOf(one, given)),
  };
}

function checked({ name, limit, prefix }: SessionExpectation, profile: Profile): CheckTarget {
  const { head } = profile;
  const own = head.limit?.tokens ?? null;
  const stated = limit === null ? null : { tokens: limit, source: 'user' as const };
  const { environments: _, ...plain } = head;
  const session = own === limit ? profile : { ...profile, head: { ...plain, limit: stated } };
  return { name, session: prepare(session, prefix) };
}

function problemOf({ name, hash }: SessionExpectation, given: readonly SessionFile[]): string {
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
}: CheckTarget): SessionExpectation => ({
  name,
  hash: profileHash(profile),
  limit: profile.head.limit?.tokens ?? null,
  prefix: prefixTokens,
});
