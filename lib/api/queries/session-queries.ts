'use client';

import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { json, request } from '../client';
import { changedSchema, MOST_IDS, sessionPageSchema } from '../contract/contract';
import {
  listingParameters,
  selectedSessionsSchema,
  sessionChoicesSchema,
  sessionTableSchema,
  type SelectedQuery,
  type SelectionRow,
  type SessionItem,
  type SessionListing,
  type SessionTablePage,
  type TableListing,
} from '../contract/session-listing';
import { queryKeys } from './queries';
import { useAnswer } from './use-answer';

/** The first `take` sessions of a listing; those of the listing before until they are here. */
export function useSessions(listing: SessionListing, take: number, enabled = true) {
  const search = listingParameters(listing);
  search.set('take', String(take));
  return useAnswer(
    [...queryKeys.sessions, 'list', search.toString()],
    sessionPageSchema,
    `/api/sessions?${search.toString()}`,
    { placeholderData: keepPreviousData, enabled },
  );
}

/** Rows of the table that are fetched together. */
const PAGE = 100;

/** A page of the table, the listing that it is of, and the index of its first row. */
export interface ListedPage extends SessionTablePage {
  readonly search: string;
  readonly skip: number;
}

const pageQuery = (search: string, page: number, at: string | null) => ({
  queryKey: [...queryKeys.sessions, 'table', search, page, at],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ListedPage> => {
    const skip = page * PAGE;
    const place = new URLSearchParams({ skip: String(skip), take: String(PAGE) });
    if (at !== null) place.set('at', at);
    const url = `/api/sessions/table?${search}&${place.toString()}`;
    const answer = await request(sessionTableSchema, url, { signal });
    return { ...answer, search, skip };
  },
  // What is out of view is forgotten: a library may have any number of pages.
  ...(page === 0 ? {} : { gcTime: 60_000 }),
});

/** The library's table, of which the rows in view are fetched. */
export interface SessionTableRows {
  /** Rows of the whole table. */
  readonly count: number;
  /** A row; undefined until it is fetched. */
  readonly itemAt: (index: number) => SessionItem | undefined;
  /** Index of a row among those that are fetched; −1 for none. */
  readonly indexOf: (is: (item: SessionItem) => boolean) => number;
}

/**
 * The first page of a table; the one before until the first of another listing is here. `at` is a
 * session whose place is asked for.
 */
export const useSessionTable = (listing: TableListing, at: string | null) =>
  useQuery({
    ...pageQuery(listingParameters(listing).toString(), 0, at),
    placeholderData: keepPreviousData,
  });

/** Numbers of the first and the last page of some rows. */
interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** Rows around those in view that are fetched with them. */
const AHEAD = 30;

/** The pages of some rows and of those around them. */
export const pagesAround = (from: number, to: number): PageRange => ({
  from: Math.floor(Math.max(0, from - AHEAD) / PAGE),
  to: Math.floor((to + AHEAD) / PAGE),
});

/** The rows of some pages of a table, its first page, and the row at `active`. */
export function useTableRows(
  first: ListedPage,
  range: PageRange,
  active: number,
): SessionTableRows {
  const { search, count } = first;
  const pages = pagesOf(range, active, count);
  const others = useQueries({
    queries: pages.map((page) => pageQuery(search, page, null)),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const items = new Map<number, SessionItem>();
    for (const page of [first, ...others]) {
      page?.items.forEach((item, i) => items.set(page.skip + i, item));
    }
    return {
      count,
      itemAt: (index) => items.get(index),
      indexOf: (is) => [...items].find(([, item]) => is(item))?.[0] ?? -1,
    };
  }, [first, others, count]);
}

/** Numbers of the pages to fetch beside the first, each once. */
function pagesOf({ from, to }: PageRange, active: number, count: number): readonly number[] {
  const pages = new Set<number>();
  const last = Math.ceil(count / PAGE) - 1;
  for (let page = from; page <= Math.min(last, to); page++) pages.add(page);
  if (active >= 0) pages.add(Math.min(last, Math.floor(active / PAGE)));
  return [...pages].filter((page) => page > 0);
}

/** Those of some sessions that a listing has, or those that rows of its table stand for. @throws ApiError */
export async function fetchSelected(
  listing: SessionListing | TableListing,
  query: SelectedQuery,
  signal?: AbortSignal,
): Promise<readonly SelectionRow[]> {
  const url = `/api/sessions/selected?${listingParameters(listing).toString()}`;
  const init = { ...json('POST', query), ...(signal === undefined ? {} : { signal }) };
  return (await request(selectedSessionsSchema, url, init)).sessions;
}

/** The query of {@link fetchSelected}. */
export const selectedQuery = (listing: SessionListing | TableListing, query: SelectedQuery) =>
  queryOptions({
    queryKey: [...queryKeys.sessions, 'selected', listingParameters(listing).toString(), query],
    queryFn: ({ signal }) => fetchSelected(listing, query, signal),
    gcTime: 0,
  });

/** The same of a page, the sessions before until others are here; nothing is fetched for null. */
export const useSelected = (listing: TableListing, query: SelectedQuery | null) =>
  useQuery({
    ...selectedQuery(listing, query ?? {}),
    placeholderData: keepPreviousData,
    enabled: query !== null,
  });

/** Values that sessions are filtered by, with the numbers of sessions that have them. */
export const useSessionChoices = () =>
  useAnswer([...queryKeys.sessions, 'choices'], sessionChoicesSchema, '/api/sessions/choices');

/** Deletions and their undoing reach the server one after the other, in the user's order. */
const inTurn = { scope: { id: 'deletions' } } as const;

/** Deletes or restores sessions, as many at once as one request may name; lists are fetched again. */
function useChangedSessions(method: string, url: string) {
  const client = useQueryClient();
  return useMutation({
    ...inTurn,
    mutationFn: async (ids: readonly string[]) => {
      for (let from = 0; from < ids.length; from += MOST_IDS) {
        const part = ids.slice(from, from + MOST_IDS);
        await request(changedSchema, url, json(method, { ids: part }));
      }
    },
    // Not awaited: what undoes it waits for its end.
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

/** Deletes sessions; they can be restored for a day. */
export const useDeleteSessions = () => useChangedSessions('DELETE', '/api/sessions');

/** Restores deleted sessions. */
export const useRestoreSessions = () => useChangedSessions('POST', '/api/sessions/restore');
