'use client';

import { useQuery, type QueryClient } from '@tanstack/react-query';
import { entryName } from '@/lib/analysis/detectors/evidence/entry-name';
import type { EntryName } from '@/lib/analysis/detectors/evidence/evidence';
import { json, path, request } from '../client';
import { changedSchema, type EntryPage } from '../contract/contract';
import {
  suppressionListSchema,
  suppressionSchema,
  type SuppressionInput,
} from '../contract/findings/findings-contract';
import { fetchEntries } from './entry-queries';
import { queryKeys } from './queries';
import { useAnswer, useChange } from './use-answer';

/** Neighbouring entries are fetched in one request. */
function rangesOf(entries: readonly number[]): readonly { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const entry of entries) {
    const last = ranges.at(-1);
    if (last?.to === entry) last.to = entry + 1;
    else ranges.push({ from: entry, to: entry + 1 });
  }
  return ranges;
}

async function fetchNames(
  client: QueryClient,
  id: string,
  entries: readonly number[],
): Promise<ReadonlyMap<number, EntryName>> {
  const names = new Map<number, EntryName>();
  for (const { from, to } of rangesOf(entries)) {
    for (let next: number | null = from; next !== null && next < to;) {
      const page: EntryPage = await fetchEntries(client, id, next, to);
      for (const [i, { entry }] of page.entries.entries()) {
        names.set(page.from + i, entryName(entry));
      }
      next = page.next;
    }
  }
  return names;
}

/** Names of some entries, ascending, for sentences about them; none before they are here. */
export const useEntryNames = (id: string, entries: readonly number[]) =>
  useQuery({
    queryKey: ['entries', id, 'names', entries.join()],
    queryFn: ({ client }) => fetchNames(client, id, entries),
    enabled: entries.length > 0,
    staleTime: Infinity,
  });

/** Under the session's key: what changes it invalidates these too. */
const suppressionsKey = (id: string) => [...queryKeys.session(id), 'suppressions'];
const suppressionsAnswer = suppressionListSchema.transform(({ suppressions }) => suppressions);

/** The suppressions that hold for a session, the newest first. */
export const useSuppressions = (id: string) =>
  useAnswer(suppressionsKey(id), suppressionsAnswer, path`/api/sessions/${id}/suppressions`);

/** Suppresses a detector, in this session or in all. */
export const useSuppress = (id: string) =>
  useChange(
    (input: SuppressionInput) =>
      request(suppressionSchema, path`/api/sessions/${id}/suppressions`, json('POST', input)),
    suppressionsKey(id),
    queryKeys.sessions,
  );

/** Ends a suppression. */
export const useEndSuppression = (id: string) =>
  useChange(
    (suppression: string) =>
      request(changedSchema, path`/api/suppressions/${suppression}`, { method: 'DELETE' }),
    suppressionsKey(id),
    queryKeys.sessions,
  );
