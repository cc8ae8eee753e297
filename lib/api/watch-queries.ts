'use client';

import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type * as z from 'zod';
import type { ApiError } from './api-error';
import { errorOf, unreachable } from './client';
import { queryKeys } from './queries';
import { watchedFolderSchema, watchedListSchema, type WatchedFolderRecord } from './watch-contract';

async function ask<S extends z.ZodType>(
  schema: S,
  url: string,
  method = 'GET',
  body?: object,
): Promise<z.infer<S>> {
  const init =
    body === undefined
      ? { method }
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, init).catch(() => {
    throw unreachable();
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw errorOf(response.status, answer);
  return schema.parse(answer);
}

const folder = (id: string): string => `/api/watched/${encodeURIComponent(id)}`;

/** The watched folders with the files that changed last. */
export function useWatched(): UseQueryResult<readonly WatchedFolderRecord[], ApiError> {
  return useQuery<readonly WatchedFolderRecord[], ApiError>({
    queryKey: queryKeys.watched,
    queryFn: async () => (await ask(watchedListSchema, '/api/watched')).folders,
  });
}

/** Something to do with a watched folder. */
export type WatchChange =
  | { readonly add: string }
  | { readonly id: string; readonly paused: boolean }
  | { readonly remove: string };

/** Adds a folder, pauses it, goes on with it or removes it. */
export function useChangeWatched(): UseMutationResult<WatchedFolderRecord, ApiError, WatchChange> {
  const client = useQueryClient();
  return useMutation<WatchedFolderRecord, ApiError, WatchChange>({
    mutationFn: (change) => {
      if ('add' in change) {
        return ask(watchedFolderSchema, '/api/watched', 'POST', { path: change.add });
      }
      if ('remove' in change) return ask(watchedFolderSchema, folder(change.remove), 'DELETE');
      return ask(watchedFolderSchema, folder(change.id), 'PATCH', { paused: change.paused });
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.watched }),
  });
}
