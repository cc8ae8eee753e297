'use client';

import { useQuery } from '@tanstack/react-query';
import { path } from '../client';
import { lanesSchema } from '../contract/workbench/chart-contract';
import { compactionListSchema } from '../contract/workbench/compaction-contract';
import type { EntryPage } from '../contract/contract';
import { fetchEntries } from './entry-queries';
import { useAnswer } from './use-answer';

/** Most ranges whose entries are fetched. */
const MOST_RANGES = 16;

/** The entries of some short ranges of a log, each as far as one answer holds it. */
export const useEntryRanges = (id: string, ranges: readonly (readonly [number, number])[]) =>
  useQuery({
    queryKey: ['entries', id, 'ranges', ranges.join(' ')],
    queryFn: async ({ client }) => {
      const pages: EntryPage[] = [];
      for (const [from, to] of ranges.slice(0, MOST_RANGES)) {
        pages.push(await fetchEntries(client, id, from, to));
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
  useAnswer(
    ['compactions', id],
    compactionListSchema,
    path`/api/sessions/${id}/recorded-compactions`,
    {
      enabled,
      staleTime: Infinity,
    },
  );
