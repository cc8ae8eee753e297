'use client';

import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { LimitPatterns } from '@/lib/tokens/limit-patterns';
import type { ApiError } from './api-error';
import * as api from './client';
import type { ChangedLimits } from './limits-contract';

const key = ['limits'] as const;

/** The library's limits by model name. */
export function useLimits(): UseQueryResult<LimitPatterns, ApiError> {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => api.getLimits(signal) });
}

/** Sets the library's limits; sessions and the list are fetched again. */
export function usePutLimits(): UseMutationResult<ChangedLimits, ApiError, LimitPatterns> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.putLimits,
    onSuccess: ({ limits }) => {
      client.setQueryData(key, limits);
      void client.invalidateQueries({ queryKey: ['sessions'] });
      void client.invalidateQueries({ queryKey: ['session'] });
    },
  });
}
