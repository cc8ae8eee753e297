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
import { importSchema, type ImportRecord } from './contract';
import {
  mappingHeadSchema,
  mappingListSchema,
  savedMappingSchema,
  type MapImport,
  type MappingHead,
  type SavedMapping,
} from './mapping-contract';
import { queryKeys } from './queries';

const importUrl = (id: string): string => `/api/imports/${encodeURIComponent(id)}`;
const mappingsKey = ['mappings'] as const;

/** The first records of a failed import; they do not change, and are gone once it is imported. */
export function useMappingHead(id: string): UseQueryResult<MappingHead, ApiError> {
  return useQuery<MappingHead, ApiError>({
    queryKey: ['mapping-head', id],
    queryFn: () => request(mappingHeadSchema, `${importUrl(id)}/preview`),
    staleTime: Infinity,
    retry: false,
  });
}

/** The saved mappings, the one changed last first. */
export function useSavedMappings(): UseQueryResult<readonly SavedMapping[], ApiError> {
  return useQuery<readonly SavedMapping[], ApiError>({
    queryKey: mappingsKey,
    queryFn: async () => (await request(mappingListSchema, '/api/mappings')).mappings,
  });
}

/** Reads a failed import again by a mapping, or as a format. */
export function useMapImport(id: string): UseMutationResult<ImportRecord, ApiError, MapImport> {
  const client = useQueryClient();
  return useMutation<ImportRecord, ApiError, MapImport>({
    mutationFn: (chosen) => request(importSchema, `${importUrl(id)}/mapping`, json('POST', chosen)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.imports }),
        client.invalidateQueries({ queryKey: mappingsKey }),
      ]),
  });
}

/** Something to do with the saved mappings. */
export type MappingChange = Pick<SavedMapping, 'name' | 'mapping'> | { readonly remove: string };

/** Saves a mapping under a name, or deletes one. */
export function useChangeMappings(): UseMutationResult<SavedMapping, ApiError, MappingChange> {
  const client = useQueryClient();
  return useMutation<SavedMapping, ApiError, MappingChange>({
    mutationFn: (change) =>
      'remove' in change
        ? request(savedMappingSchema, `/api/mappings/${encodeURIComponent(change.remove)}`, {
            method: 'DELETE',
          })
        : request(savedMappingSchema, '/api/mappings', json('POST', change)),
    onSettled: () => client.invalidateQueries({ queryKey: mappingsKey }),
  });
}
