'use client';

import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { json, path, request } from '../client';
import { changedSchema } from '../contract/contract';
import { importListSchema, type ImportRecord } from '../contract/import-contract';
import type { ImportAction } from '../contract/import-contract';
import { queryKeys } from './queries';
import { useAnswer, useChange } from './use-answer';

/** Milliseconds between queries for the progress of running imports. */
const POLL_MS = 400;

/** Milliseconds between fetches of the library while an archive is imported. */
const LIST_MS = 3_000;

/** True while the server works on an import or on members of its archive. */
const isPending = ({ status, paused, members }: ImportRecord): boolean =>
  status === 'running' ||
  (status === 'queued' && !paused) ||
  (members !== null && members.waiting + members.running > 0);

const importsAnswer = importListSchema.transform(({ imports }) => imports);

/**
 * Imports by id (without ids: the unfinished and the recently ended), fetched repeatedly while one is
 * unfinished. The library is fetched again when one ends.
 */
export function useImports(ids?: readonly string[]) {
  const client = useQueryClient();
  const query = ids === undefined ? '' : `?ids=${ids.join(',')}`;
  const result = useAnswer(
    [...queryKeys.imports, ids ?? 'recent'],
    importsAnswer,
    `/api/imports${query}`,
    {
      refetchInterval: ({ state }) => (state.data?.some(isPending) === true ? POLL_MS : false),
      staleTime: 0,
    },
  );
  const pending = useRef(new Set<string>());
  const listed = useRef(0);
  const listedAt = useRef(0);
  const { data } = result;
  useEffect(() => {
    if (data === undefined) return;
    const ended = data.some((item) => !isPending(item) && pending.current.has(item.id));
    // An archive adds sessions continually: the list is fetched at intervals, not once per session.
    const sessions = data.reduce((sum, { members }) => sum + (members?.sessions ?? 0), 0);
    const more = sessions > listed.current && Date.now() - listedAt.current > LIST_MS;
    if (ended || more) {
      listed.current = sessions;
      listedAt.current = Date.now();
    }
    pending.current = new Set(data.filter(isPending).map((item) => item.id));
    if (ended || more) void client.invalidateQueries({ queryKey: queryKeys.sessions });
    if (ended) void client.invalidateQueries({ queryKey: [...queryKeys.imports, 'failed'] });
  }, [client, data]);
  return result;
}

/** Imports that failed, in this visit or before, and were not dismissed; newest first. */
export const useFailedImports = () =>
  useAnswer([...queryKeys.imports, 'failed'], importsAnswer, '/api/imports?failed=1', {
    staleTime: 0,
  });

/** Rows of a page of members. */
export const MEMBER_PAGE = 100;

/** A page of an archive's members; fetched repeatedly while they are imported. */
export const useMembers = (id: string, page: number, { busy }: { readonly busy: boolean }) =>
  useAnswer(
    [...queryKeys.imports, id, 'members', page],
    importsAnswer,
    path`/api/imports/${id}/members?from=${page * MEMBER_PAGE}&take=${MEMBER_PAGE}`,
    { refetchInterval: busy ? 1_000 : false, placeholderData: keepPreviousData, staleTime: 0 },
  );

/** Pauses, resumes, cancels, dismisses or tries imports again, one with its members, or all. */
export const useActOnImports = () =>
  useChange(
    (action: ImportAction) => request(changedSchema, '/api/imports', json('POST', action)),
    queryKeys.imports,
  );

/** Queues the sample sessions; {@link useImports} without ids lists their imports. */
export const useLoadSamples = () =>
  useChange(
    (_: void) => request(importsAnswer, '/api/samples', { method: 'POST' }),
    queryKeys.imports,
  );
