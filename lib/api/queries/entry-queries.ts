'use client';

import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { path, request } from '../client';
import { entryPageSchema, type EntryPage } from '../contract/contract';
import { entrySearchSchema, toolNamesSchema } from '../entries-contract';
import { useAnswer } from './use-answer';

const entriesKey = (id: string, from: number, to: number) => ['entries', id, from, to];
const entriesUrl = (id: string, from: number, to: number): string =>
  path`/api/sessions/${id}/entries?from=${from}&to=${to}`;

/** Entries `from` to `to` (exclusive) of a session; `next` is where a long answer continues. */
export const useEntries = (id: string, from: number, to: number) =>
  useAnswer(entriesKey(id, from, to), entryPageSchema, entriesUrl(id, from, to), {
    enabled: to > from,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

/**
 * The same answer, for a query that is made of several. Its own key begins with `entries` and the
 * session too: what makes one of them stale makes the others stale.
 */
export const fetchEntries = (
  client: QueryClient,
  id: string,
  from: number,
  to: number,
): Promise<EntryPage> =>
  client.fetchQuery({
    queryKey: entriesKey(id, from, to),
    queryFn: ({ signal }) => request(entryPageSchema, entriesUrl(id, from, to), { signal }),
    staleTime: Infinity,
  });

/** Names of the tools of a session's calls and results. */
export const useToolNames = (id: string) =>
  useAnswer(['session', id, 'tools'], toolNamesSchema, path`/api/sessions/${id}/tools`, {
    staleTime: Infinity,
  });

/** Entries of a session that hold a text; not asked for an empty one. */
export const useEntrySearch = (id: string, text: string) =>
  useAnswer(
    ['session', id, 'search', text],
    entrySearchSchema,
    path`/api/sessions/${id}/search?q=${text}`,
    { enabled: text !== '', placeholderData: keepPreviousData },
  );
