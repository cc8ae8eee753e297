'use client';

import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Share } from './share-contract';
import type { ScenarioPlan } from '@/lib/scenarios/plan';
import type { Profile } from '@/lib/tokens/profile';
import type { ApiError } from './api-error';
import * as api from './client';
import type {
  EntryPage,
  PrefixInput,
  PrefixText,
  SessionPatch,
  SessionRecord,
  SessionRow,
  StepPage,
} from './contract';
import type {
  OpenedScenario,
  ScenarioBrief,
  ScenarioOpen,
  ScenarioRecord,
} from './scenario-contract';
import { withUserSettings } from './user-settings';

/** Keys of the query cache; a key begins with those it is dropped together with. */
export const queryKeys = {
  sessions: ['sessions'] as const,
  session: (id: string) => ['session', id] as const,
  profile: (id: string) => ['profile', id] as const,
  entries: (id: string, from: number, to: number) => ['entries', id, from, to] as const,
  steps: (id: string, from: number, to: number) => ['steps', id, from, to] as const,
  prefix: (id: string) => ['prefix', id] as const,
  compactions: (id: string) => ['compactions', id] as const,
  share: (id: string) => ['share', id] as const,
  imports: ['imports'] as const,
  scenarios: ['scenarios'] as const,
  watched: ['watched'] as const,
};

type Rows = readonly SessionRow[];

/** Every session of the library, newest first. */
export function useSessions(): UseQueryResult<Rows, ApiError> {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => api.listSessions(signal),
  });
}

/** One session without its columns and text. */
export function useSession(id: string): UseQueryResult<SessionRecord, ApiError> {
  return useQuery({
    queryKey: queryKeys.session(id),
    queryFn: ({ signal }) => api.getSession(id, signal),
  });
}

/** What would leave with a shared session; the server looks through its texts. */
export function useShare(id: string): UseQueryResult<Share, ApiError> {
  return useQuery({
    queryKey: queryKeys.share(id),
    queryFn: ({ signal }) => api.getShare(id, signal),
  });
}

/** The measured session as recorded; it never changes. */
export function useProfile(id: string): UseQueryResult<Profile, ApiError> {
  return useQuery({
    queryKey: queryKeys.profile(id),
    queryFn: ({ signal }) => api.getProfile(id, signal),
    staleTime: Infinity,
    gcTime: 10 * 60_000,
    // Columns are compared by reference: walking typed arrays would cost more than it saves.
    structuralSharing: false,
  });
}

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

/** Entries `from` to `to` (exclusive) of a session; `next` says where a long answer goes on. */
export function useEntries(
  id: string,
  from: number,
  to: number,
): UseQueryResult<EntryPage, ApiError> {
  return useQuery({
    queryKey: queryKeys.entries(id, from, to),
    queryFn: ({ signal }) => api.getEntries(id, from, to, signal),
    enabled: to > from,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

/** Steps `from` to `to` (exclusive) with their raw usage records. */
export function useSteps(id: string, from: number, to: number): UseQueryResult<StepPage, ApiError> {
  return useQuery({
    queryKey: queryKeys.steps(id, from, to),
    queryFn: ({ signal }) => api.getSteps(id, from, to, signal),
    enabled: to > from,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}

/** The text of the recorded and of the attached prefix. */
export function usePrefix(id: string, enabled = true): UseQueryResult<PrefixText, ApiError> {
  return useQuery({
    queryKey: queryKeys.prefix(id),
    queryFn: ({ signal }) => api.getPrefix(id, signal),
    enabled,
  });
}

/** Deletes sessions; they leave the list at once and come back when the server refuses. */
export function useDeleteSessions(): UseMutationResult<
  { changed: number },
  ApiError,
  readonly string[],
  { before: Rows | undefined }
> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.deleteSessions,
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
    onError: (_error, _ids, context) => {
      if (context?.before) client.setQueryData(queryKeys.sessions, context.before);
    },
  });
}

/** Takes deletes back. */
export function useRestoreSessions(): UseMutationResult<
  { changed: number },
  ApiError,
  readonly string[]
> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.restoreSessions,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

/** Puts a changed session into the cache and has the library fetched again. */
function takeSession(client: QueryClient, record: SessionRecord): void {
  client.setQueryData(queryKeys.session(record.row.id), record);
  void client.invalidateQueries({ queryKey: queryKeys.sessions });
  void client.invalidateQueries({ queryKey: queryKeys.prefix(record.row.id) });
}

/** Renames a session, or sets (null: takes back) the user's own limit. */
export function usePatchSession(
  id: string,
): UseMutationResult<SessionRecord, ApiError, SessionPatch> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch) => api.patchSession(id, patch),
    onSuccess: (record) => takeSession(client, record),
  });
}

/** Attaches a prefix to a session; null takes it away. */
export function usePutPrefix(
  id: string,
): UseMutationResult<SessionRecord, ApiError, PrefixInput | null> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (prefix) => (prefix === null ? api.deletePrefix(id) : api.putPrefix(id, prefix)),
    onSuccess: (record) => takeSession(client, record),
  });
}

/** The saved scenarios, the one changed last first. */
export function useScenarios(): UseQueryResult<readonly ScenarioBrief[], ApiError> {
  return useQuery({
    queryKey: queryKeys.scenarios,
    queryFn: ({ signal }) => api.listScenarios(signal),
  });
}

/** Saves a plan, under `id` in place of the old one. */
export function useSaveScenario(): UseMutationResult<
  ScenarioRecord,
  ApiError,
  { readonly plan: ScenarioPlan; readonly id?: string | undefined }
> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ plan, id }) => api.saveScenario(plan, id),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.scenarios }),
  });
}

/** Deletes a saved scenario, or takes the delete back. */
export function useDeleteScenario(): UseMutationResult<
  ScenarioBrief,
  ApiError,
  { readonly id: string; readonly undo?: boolean }
> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, undo }) => (undo ? api.restoreScenario(id) : api.deleteScenario(id)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.scenarios }),
  });
}

/** Makes a scenario a session of the library. */
export function useOpenScenario(): UseMutationResult<OpenedScenario, ApiError, ScenarioOpen> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.openScenario,
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}
