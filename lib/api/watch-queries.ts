'use client';

import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { ApiError } from './api-error';
import { json, request } from './client';
import { queryKeys } from './queries';
import { watchedFolderSchema, watchedListSchema, type WatchedFolderRecord } from './watch-contract';

const folder = (id: string): string => `/api/watched/${encodeURIComponent(id)}`;

/** The watched folders with the files that changed last. */
export function useWatched(): UseQueryResult<readonly WatchedFolderRecord[], ApiError> {
  return useQuery<readonly WatchedFolderRecord[], ApiError>({
    queryKey: queryKeys.watched,
    queryFn: async () => (await request(watchedListSchema, '/api/watched')).folders,
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
        return request(watchedFolderSchema, '/api/watched', json('POST', { path: change.add }));
      }
      if ('remove' in change)
        return request(watchedFolderSchema, folder(change.remove), { method: 'DELETE' });
      return request(
        watchedFolderSchema,
        folder(change.id),
        json('PATCH', { paused: change.paused }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.watched }),
  });
}
