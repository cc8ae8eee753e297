'use client';

import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ApiError } from './api-error';
import * as api from './client';
import type { ImportRecord } from './contract';
import type { ImportAction } from './import-contract';
import { queryKeys } from './queries';

/** How often the progress of running imports is asked for. */
const POLL_MS = 400;

/** How often the library is fetched while an archive is read. */
const LIST_MS = 3_000;

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
