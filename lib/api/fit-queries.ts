'use client';

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from './api-error';
import * as api from './client';
import type { LibraryFit } from './fit-contract';

/** The threshold that the library's sessions of the same agent and version give. */
export function useLibraryFit(id: string): UseQueryResult<LibraryFit, ApiError> {
  return useQuery({
    queryKey: ['session', id, 'fit'],
    queryFn: ({ signal }) => api.getLibraryFit(id, signal),
    // Every session that comes or goes may change it.
    staleTime: 0,
  });
}
