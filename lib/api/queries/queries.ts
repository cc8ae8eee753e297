'use client';

import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LimitPatterns } from '@/lib/engine/tokens/limits/limit-patterns';
import type { Profile } from '@/lib/engine/tokens/profile';
import { sameProfile } from '@/lib/engine/tokens/profile-codec';
import { withUserSettings } from '@/lib/engine/tokens/user-settings';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import type { ScenarioPlan } from '@/lib/readers/scenarios/plan';
import { getProfile, json, listSessions, path, request, type ArrivingSessions } from '../client';
import {
  changedSchema,
  MOST_IDS,
  sessionRecordSchema,
  type PrefixInput,
  type SessionPatch,
  type SessionRecord,
  type SessionRow,
} from '../contract/contract';
import { libraryFitSchema } from '../contract/workbench/fit-contract';
import { keptRows } from '../contract/session-lists';
import { changedLimitsSchema, limitsSchema } from '../contract/limits-contract';
import {
  openedScenarioSchema,
  scenarioBriefSchema,
  scenarioListSchema,
  scenarioRecordSchema,
  type ScenarioBrief,
  type ScenarioOpen,
} from '../contract/scenario-contract';
import { sizeTablesSchema, tablesOf } from '../contract/size-tables-contract';
import { shareSchema } from '../contract/share-contract';
import { useAnswer, useChange } from './use-answer';

/** Keys of the query cache; invalidating a key invalidates all keys that begin with it. */
export const queryKeys = {
  sessions: ['sessions'] as const,
  session: (id: string) => ['session', id] as const,
  profile: (id: string) => ['profile', id] as const,
  imports: ['imports'] as const,
  watched: ['watched'] as const,
};
const limitsKey = ['limits'];
const scenariosKey = ['scenarios'];

type Rows = readonly SessionRow[];

/** The first sessions of a long list, while the others are fetched. */
const arrivingKey = ['arriving-sessions'];

const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: ({ signal, client }) =>
    listSessions(signal, (first) => client.setQueryData<ArrivingSessions>(arrivingKey, first)),
  structuralSharing: (old, fetched) =>
    Array.isArray(old) && Array.isArray(fetched) ? keptRows(old, fetched) : fetched,
});

/** Every session of the library, newest first; `arriving` are the newest of a long list until all are here. */
export function useSessions() {
  const list = useQuery(sessionsQuery);
  const { data } = useQuery<ArrivingSessions>({ queryKey: arrivingKey, enabled: false });
  return { list, arriving: list.data === undefined && !list.isError ? data : undefined };
}

/** Every session that the library holds now; the page's list is older. @throws ApiError */
export async function fetchSessions(client: QueryClient): Promise<Rows> {
  // A fetch that runs already may have passed what came since.
  await client.cancelQueries({ queryKey: queryKeys.sessions });
  return client.fetchQuery({ ...sessionsQuery, staleTime: 0 });
}

/** One session without its columns and text. */
export const useSession = (id: string) =>
  useAnswer(queryKeys.session(id), sessionRecordSchema, path`/api/sessions/${id}`);

/** The content of a shared session; the server searches its texts for secrets. */
export const useShare = (id: string) =>
  useAnswer(['share', id], shareSchema, path`/api/sessions/${id}/share`);

/**
 * Makes the frozen tables of sizes known to the replays of this page; the data is a sentence for each
 * file that is none.
 */
export const useSizeTables = () =>
  useQuery({
    queryKey: ['size-tables'],
    queryFn: async ({ signal }) => {
      const answer = await request(sizeTablesSchema, '/api/size-tables', { signal });
      holdFrozenTables(tablesOf(answer));
      return answer.faults;
    },
  });

/** The threshold fitted to the library's sessions of the same agent and version. */
export const useLibraryFit = (id: string) =>
  useAnswer(['session', id, 'fit'], libraryFitSchema, path`/api/sessions/${id}/fit`, {
    // Any added or deleted session may change it.
    staleTime: 0,
  });

/** The measured session as recorded; it never changes. */
export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.profile(id),
    queryFn: ({ signal }) => getProfile(id, signal),
    staleTime: Infinity,
    gcTime: 10 * 60_000,
    // The workbench opens a new profile anew, and its undo ends: fetched again, an equal one stays.
    structuralSharing: (old, fetched) =>
      isProfile(old) && isProfile(fetched) && sameProfile(old, fetched) ? old : fetched,
  });

/** {@link profileQuery} of one session. */
export const useProfile = (id: string) => useQuery(profileQuery(id));

const isProfile = (value: unknown): value is Profile =>
  typeof value === 'object' && value !== null && 'stepCount' in value;

/** The profile to replay: the recorded one with the user's limit and attached prefix. */
export function useReplayProfile(id: string): Profile | undefined {
  const profile = useProfile(id).data;
  const record = useSession(id).data;
  const limitOverride = record?.limitOverride ?? null;
  const attachedPrefix = record?.attachedPrefix ?? null;
  const known = record !== undefined;
  return useMemo(
    () =>
      profile && known ? withUserSettings(profile, { limitOverride, attachedPrefix }) : undefined,
    [profile, known, limitOverride, attachedPrefix],
  );
}

/** Deletions and their undoing reach the server one after the other, in the user's order. */
const inTurn = { scope: { id: 'deletions' } } as const;

/** Deletes or restores sessions, as many at once as one request may name. */
async function changeInParts(method: string, url: string, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const part = ids.slice(from, from + MOST_IDS);
    await request(changedSchema, url, json(method, { ids: part }));
  }
}

/** Deletes sessions; the list drops them at once and restores them if the server refuses. */
export function useDeleteSessions() {
  const client = useQueryClient();
  return useMutation({
    ...inTurn,
    mutationFn: (ids: readonly string[]) => changeInParts('DELETE', '/api/sessions', ids),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey: queryKeys.sessions });
      const before = client.getQueryData<Rows>(queryKeys.sessions);
      const gone = new Set(ids);
      if (before) {
        const rest = before.filter((row) => !gone.has(row.id));
        client.setQueryData<Rows>(queryKeys.sessions, rest);
      }
      return { before };
    },
    onError: (_error, ids, context) => {
      if (context?.before) showRestored(client, context.before, ids);
    },
    // A list that had not arrived was cancelled.
    onSettled: (_changed, _error, _ids, context) =>
      context?.before ? undefined : client.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

/** Restores deleted sessions. */
export function useRestoreSessions() {
  const client = useQueryClient();
  return useMutation({
    ...inTurn,
    mutationFn: (ids: readonly string[]) => changeInParts('POST', '/api/sessions/restore', ids),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

/** Shows deleted sessions in the list again, at their places of before. */
export const showRestored = (client: QueryClient, before: Rows, ids: readonly string[]): void =>
  void client.setQueryData<Rows>(
    queryKeys.sessions,
    (now) => now && withRestored(now, before, ids),
  );

/** The present list with the sessions of `ids` at their old places; newer sessions first. */
export function withRestored(now: Rows, before: Rows, ids: readonly string[]): Rows {
  const present = new Set(now.map(({ id }) => id));
  const old = new Set(before.map(({ id }) => id));
  const back = new Set(ids);
  return [
    ...now.filter(({ id }) => !old.has(id)),
    ...before.filter(({ id }) => present.has(id) || back.has(id)),
  ];
}

/** Stores a changed session in the cache and invalidates the library. */
function takeSession(client: QueryClient, record: SessionRecord): void {
  client.setQueryData(queryKeys.session(record.row.id), record);
  void client.invalidateQueries({ queryKey: queryKeys.sessions });
}

/** Sends a change of a session; the answer is the session. */
function useSessionChange<Input>(url: string, changeOf: (input: Input) => RequestInit) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => request(sessionRecordSchema, url, changeOf(input)),
    onSuccess: (record) => takeSession(client, record),
  });
}

/** Renames a session, or sets (null: removes) the user's own limit. */
export const usePatchSession = (id: string) =>
  useSessionChange(path`/api/sessions/${id}`, (patch: SessionPatch) => json('PATCH', patch));

/** Attaches a prefix to a session; null removes it. */
export const usePutPrefix = (id: string) =>
  useSessionChange(path`/api/sessions/${id}/prefix`, (prefix: PrefixInput | null) =>
    prefix === null ? { method: 'DELETE' } : json('PUT', prefix),
  );

const limitsAnswer = limitsSchema.transform(({ limits }) => limits);

/** The library's limits by model name. */
export const useLimits = () => useAnswer(limitsKey, limitsAnswer, '/api/limits');

/** Sets the library's limits; sessions and the list are fetched again. */
export function usePutLimits() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (limits: LimitPatterns) =>
      request(changedLimitsSchema, '/api/limits', json('PUT', { limits })),
    onSuccess: ({ limits }) => {
      client.setQueryData(limitsKey, limits);
      void client.invalidateQueries({ queryKey: queryKeys.sessions });
      void client.invalidateQueries({ queryKey: ['session'] });
    },
  });
}

const scenariosAnswer = scenarioListSchema.transform(({ scenarios }) => scenarios);

/** The saved scenarios, most recently changed first. */
export const useScenarios = () => useAnswer(scenariosKey, scenariosAnswer, '/api/scenarios');

/** Saves a plan: replaces the scenario `id`, or adds a new one without `id`. */
export const useSaveScenario = () =>
  useChange(
    ({ plan, id }: { readonly plan: ScenarioPlan; readonly id?: string | undefined }) =>
      id === undefined
        ? request(scenarioRecordSchema, '/api/scenarios', json('POST', { plan }))
        : request(scenarioRecordSchema, path`/api/scenarios/${id}`, json('PUT', { plan })),
    scenariosKey,
  );

/** Deletes or restores a saved scenario. */
export const useDeleteScenario = () =>
  useChange(
    ({ id, undo }: { readonly id: string; readonly undo?: boolean }): Promise<ScenarioBrief> =>
      undo
        ? request(scenarioRecordSchema, path`/api/scenarios/${id}/restore`, { method: 'POST' })
        : request(scenarioBriefSchema, path`/api/scenarios/${id}`, { method: 'DELETE' }),
    scenariosKey,
  );

/** Adds a scenario to the library as a session, at `/sessions/${sessionId}${search}`. */
export const useOpenScenario = () =>
  useChange(
    (scenario: ScenarioOpen) =>
      request(openedScenarioSchema, '/api/scenarios/open', json('POST', scenario)),
    queryKeys.sessions,
  );
