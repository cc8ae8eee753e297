'use client';

import { json, path, request } from '../client';
import { importSchema } from '../contract/import-contract';
import {
  mappingHeadSchema,
  mappingListSchema,
  savedMappingSchema,
  type MapImport,
  type SavedMapping,
} from '../contract/mapping-contract';
import { queryKeys } from './queries';
import { useAnswer, useChange } from './use-answer';

const mappingsKey = ['mappings'];
const mappingsAnswer = mappingListSchema.transform(({ mappings }) => mappings);

/** The first records of a failed import; constant, and absent once it is imported. */
export const useMappingHead = (id: string) =>
  useAnswer(['mapping-head', id], mappingHeadSchema, path`/api/imports/${id}/preview`, {
    staleTime: Infinity,
    retry: false,
  });

/** The saved mappings, most recently changed first. */
export const useSavedMappings = () => useAnswer(mappingsKey, mappingsAnswer, '/api/mappings');

/** Imports a failed trace again with a mapping or a chosen format. */
export const useMapImport = (id: string) =>
  useChange(
    (chosen: MapImport) =>
      request(importSchema, path`/api/imports/${id}/mapping`, json('POST', chosen)),
    queryKeys.imports,
    mappingsKey,
  );

type MappingChange = Pick<SavedMapping, 'name' | 'mapping'> | { readonly remove: string };

/** Saves a mapping under a name, or deletes one. */
export const useChangeMappings = () =>
  useChange(
    (change: MappingChange) =>
      'remove' in change
        ? request(savedMappingSchema, path`/api/mappings/${change.remove}`, { method: 'DELETE' })
        : request(savedMappingSchema, '/api/mappings', json('POST', change)),
    mappingsKey,
  );
