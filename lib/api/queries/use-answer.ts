'use client';

import {
  useMutation,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type * as z from 'zod';
import type { ApiError } from '../api-error';
import { request } from '../client';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
  }
}

/** Fetches an answer of a schema from the API and caches it under a key. */
export const useAnswer = <S extends z.ZodType>(
  queryKey: QueryKey,
  schema: S,
  url: string,
  options: Omit<UseQueryOptions<z.infer<S>>, 'queryKey' | 'queryFn'> = {},
) =>
  useQuery<z.infer<S>>({
    queryKey,
    queryFn: ({ signal }) => request(schema, url, { signal }),
    ...options,
  });

/** Sends a change; then invalidates all keys that begin with one of the `stale` keys. */
export function useChange<Input, Output>(
  send: (input: Input) => Promise<Output>,
  ...stale: readonly QueryKey[]
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
