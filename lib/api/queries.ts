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
import { useEffect, useMemo, useRef } from 'react';
import type { Share } from './share-contract';
import type { ScenarioPlan } from '@/lib/scenarios/plan';
import type { Profile } from '@/lib/tokens/profile';
import type { ApiError } from './api-error';
import * as api from './client';
import type {
  EntryPage,
  ImportAction,
  ImportRecord,
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

/** How often the progress of running imports is asked for. */
const POLL_MS = 400;

/** How often the library is fetched while an archive is read. */
const LIST_MS = 3_000;

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

/** Whether the server still works on an import or on members of its archive. */
export const isPending = ({ status, paused, members }: ImportRecord): boolean =>
  status === 'running' ||
  (status === 'queued' && !paused) ||
  (members !== null && members.waiting + members.running > 0);

/**
 * The named imports (without ids: those unfinished or finished lately), asked for anew while one is
 * unfinished. The library is fetched again as soon as one ends.
 */
export function useImports(
  ids?: readonly string[],
): UseQueryResult<readonly ImportRecord[], ApiError> {
  const client = useQueryClient();
  const result = useQuery<readonly ImportRecord[], ApiError>({
    queryKey: [...queryKeys.imports, ids ?? 'recent'],
    queryFn: ({ signal }) => api.listImports(ids, signal),
    refetchInterval: ({ state }) => (state.data?.some(isPending) === true ? POLL_MS : false),
    staleTime: 0,
  });
  const pending = useRef(new Set<string>());
  const listed = useRef(0);
  const listedAt = useRef(0);
  const { data } = result;
  useEffect(() => {
    if (data === undefined) return;
    const ended = data.some((item) => !isPending(item) && pending.current.has(item.id));
    // An archive brings sessions all the while: they are listed as they come, not one by one.
    const sessions = data.reduce((sum, { members }) => sum + (members?.sessions ?? 0), 0);
    const more = sessions > listed.current && Date.now() - listedAt.current > LIST_MS;
    if (ended || more) {
      listed.current = sessions;
      listedAt.current = Date.now();
    }
    pending.current = new Set(data.filter(isPending).map((item) => item.id));
    if (ended || more) void client.invalidateQueries({ queryKey: queryKeys.sessions });
  }, [client, data]);
  return result;
}

/** Rows of a page of members. */
export const MEMBER_PAGE = 100;

/** A page of an archive's members; asked for anew while they are read. */
export function useMembers(
  id: string,
  page: number,
  busy: boolean,
): UseQueryResult<readonly ImportRecord[], ApiError> {
  return useQuery({
    queryKey: [...queryKeys.imports, id, 'members', page],
    queryFn: ({ signal }) => api.listMembers(id, page * MEMBER_PAGE, MEMBER_PAGE, signal),
    refetchInterval: busy ? 1_000 : false,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Pauses, resumes, cancels or tries imports again. */
export function useActOnImports(): UseMutationResult<{ changed: number }, ApiError, ImportAction> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.actOnImports,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.imports }),
  });
}

/** Stops an import. */
export function useCancelImport(): UseMutationResult<ImportRecord, ApiError, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.cancelImport,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.imports }),
  });
}

/** Queues the sample sessions; their imports show up in {@link useImports} without ids. */
export function useLoadSamples(): UseMutationResult<readonly ImportRecord[], ApiError, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.loadSamples,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.imports }),
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
