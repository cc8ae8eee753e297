'use client';

import { useQuery } from '@tanstack/react-query';
import { json, path, request } from '../client';
import {
  runBriefSchema,
  runCheckSchema,
  runListSchema,
  runSchema,
  type RunBrief,
  type RunCheckAnswer,
  type RunInput,
} from '../contract/run-contract';
import { useChange } from './use-answer';

const runsKey = ['runs'];

/** Every frozen run, newest first, fetched page by page. */
async function listRuns(signal: AbortSignal): Promise<readonly RunBrief[]> {
  const runs: RunBrief[] = [];
  let before: number | null = null;
  do {
    const cursor: string = before === null ? '' : `?before=${before}`;
    const page: { runs: readonly RunBrief[]; next: number | null } = await request(
      runListSchema,
      `/api/runs${cursor}`,
      { signal },
    );
    runs.push(...page.runs);
    before = page.next;
  } while (before !== null);
  return runs;
}

/** The frozen runs of the library, newest first. */
export const useRuns = () =>
  useQuery({ queryKey: runsKey, queryFn: ({ signal }) => listRuns(signal) });

/** A run with its record, which never changes. */
export const useRun = (id: string) =>
  useQuery({
    queryKey: [...runsKey, id],
    queryFn: ({ signal }) => request(runSchema, path`/api/runs/${id}`, { signal }),
  });

/** Freezes a replay. */
export const useFreeze = () =>
  useChange(
    (input: RunInput) => request(runBriefSchema, '/api/runs', json('POST', input)),
    runsKey,
  );

/** Deletes a run, or restores it within a day. */
export const useChangeRun = () =>
  useChange(
    ({ id, change }: { readonly id: string; readonly change: 'delete' | 'restore' }) =>
      change === 'delete'
        ? request(runBriefSchema, path`/api/runs/${id}`, { method: 'DELETE' })
        : request(runBriefSchema, path`/api/runs/${id}/restore`, { method: 'POST' }),
    runsKey,
  );

/** Replays a run now and compares. @throws ApiError */
export const checkRun = (id: string, signal?: AbortSignal): Promise<RunCheckAnswer> =>
  request(runCheckSchema, path`/api/runs/${id}/check`, {
    method: 'POST',
    ...(signal === undefined ? {} : { signal }),
  });

/** A run's check, made when its page is opened. */
export const useRunCheck = (id: string) =>
  useQuery({
    queryKey: ['run-check', id],
    queryFn: ({ signal }) => checkRun(id, signal),
    staleTime: 0,
  });
