'use client';

import { useQuery } from '@tanstack/react-query';
import { path, request } from '../client';
import { lanesSchema } from '../contract/workbench/chart-contract';
import { compactionListSchema } from '../contract/workbench/compaction-contract';
import { entryPageSchema, type EntryPage } from '../contract/contract';
import { useAnswer } from './use-answer';

/** Most ranges whose entries are fetched. */
const MOST_RANGES = 16;

/** The entries of some short ranges of a log, each as far as one answer holds it. */
export const useEntryRanges = (id: string, ranges: readonly (readonly [number, number])[]) =>
  useQuery({
    queryKey: ['session', id, 'entry-ranges', ranges.join(' ')],
    queryFn: async ({ signal }) => {
      const pages: EntryPage[] = [];
      for (const [from, to] of ranges.slice(0, MOST_RANGES)) {
        const url = path`/api/sessions/${id}/entries?from=${from}&to=${to}`;
        pages.push(await request(entryPageSchema, url, { signal }));
      }
      return pages.map(({ entries }) => entries.map(({ entry }) => entry));
    },
    enabled: ranges.length > 0,
    staleTime: Infinity,
  });

/** Sub-agents of a session, and the session that started it. */
export const useLanes = (id: string) =>
  useAnswer(['session', id, 'lanes'], lanesSchema, path`/api/sessions/${id}/lanes`, {
    // A watched trace gains lanes while it is open.
    staleTime: 30_000,
  });

/** Recorded compactions with their times, where they are drawn. */
export const useCompactionTimes = (id: string, enabled: boolean) =>
  useAnswer(['compactions', id], compactionListSchema, path`/api/sessions/${id}/compactions`, {
    enabled,
    staleTime: Infinity,
  });
