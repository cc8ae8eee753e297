'use client';

import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Profile } from '@/lib/engine/tokens/profile';
import { withUserSettings } from '@/lib/engine/tokens/user-settings';
import type { ApiError } from '../api-error';
import { path, request } from '../client';
import { sessionRecordSchema, type SessionRecord } from '../contract/contract';
import { profileQuery, queryKeys } from './queries';

/** A session that is compared: what its lanes replay; null until it has arrived. */
export interface CompareSession {
  readonly id: string;
  readonly record: SessionRecord | null;
  readonly profile: Profile | null;
  readonly error: ApiError | null;
}

const recordQuery = (id: string) => ({
  queryKey: queryKeys.session(id),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    request(sessionRecordSchema, path`/api/sessions/${id}`, { signal }),
});

/** Profiles under the user's limit and prefix, by the recorded profile and the record they are of. */
const owned = new WeakMap<SessionRecord, WeakMap<Profile, Profile>>();

function ownedProfile(record: SessionRecord, profile: Profile): Profile {
  const known = owned.get(record) ?? new WeakMap<Profile, Profile>();
  owned.set(record, known);
  const { limitOverride, attachedPrefix } = record;
  const made = known.get(profile) ?? withUserSettings(profile, { limitOverride, attachedPrefix });
  known.set(profile, made);
  return made;
}

interface Arrived<Data> {
  readonly data: Data | undefined;
  readonly error: ApiError | null;
}

/** The same list for as long as nothing arrives. */
const answers = <Data>(results: readonly Arrived<Data>[]): readonly Arrived<Data>[] =>
  results.map(({ data, error }) => ({ data, error }));

/** Several sessions with what their replays read, in the order of their ids; `ids` is the same list between changes. */
export function useComparedSessions(ids: readonly string[]): readonly CompareSession[] {
  const records = useQueries({ queries: ids.map(recordQuery), combine: answers<SessionRecord> });
  const profiles = useQueries({ queries: ids.map(profileQuery), combine: answers<Profile> });
  return useMemo(
    () =>
      ids.map((id, index) => {
        const record = records[index]?.data ?? null;
        const recorded = profiles[index]?.data ?? null;
        const profile = record && recorded ? ownedProfile(record, recorded) : null;
        const error = records[index]?.error ?? profiles[index]?.error ?? null;
        return { id, record, profile, error };
      }),
    [ids, records, profiles],
  );
}
