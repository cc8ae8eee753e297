'use client';

import { useQuery } from '@tanstack/react-query';
import { path, request } from '../client';
import {
  sweepBriefSchema,
  sweepListSchema,
  sweepSchema,
  type SweepBrief,
  type SweepInput,
} from '../contract/sweep-contract';
import { keepSweep, openSweep } from '../sweeps';
import { useChange } from './use-answer';

const sweepsKey = ['sweeps'];

/** Milliseconds between two looks at sweeps that run. */
const LOOK_MS = 1_000;

const isActive = ({ status }: Pick<SweepBrief, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** The newest kept sweeps; looked at again while one runs. */
export const useSweeps = () =>
  useQuery({
    queryKey: sweepsKey,
    queryFn: async ({ signal }) =>
      (await request(sweepListSchema, '/api/sweeps', { signal })).sweeps,
    refetchInterval: ({ state }) => (state.data?.some(isActive) === true ? LOOK_MS : false),
  });

/** A kept sweep with its plan; looked at again while it runs. */
export const useSweep = (id: string) =>
  useQuery({
    queryKey: [...sweepsKey, id],
    queryFn: ({ signal }) => request(sweepSchema, path`/api/sweeps/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? LOOK_MS : false),
  });

/** A kept sweep with its sessions, cells and results as far as `done` units are computed; fetched once it is known. */
export const useOpenSweep = (id: string, done: number, isKnown: boolean) =>
  useQuery({
    enabled: isKnown,
    queryKey: [...sweepsKey, id, 'results', done],
    queryFn: ({ signal }) => openSweep(id, signal),
    staleTime: Infinity,
  });

/** Keeps a sweep. */
export const useKeepSweep = () => useChange((input: SweepInput) => keepSweep(input), sweepsKey);

/** Stops, continues or deletes a kept sweep. */
export const useChangeSweep = () =>
  useChange(
    ({ id, change }: { readonly id: string; readonly change: 'cancel' | 'resume' | 'delete' }) =>
      change === 'delete'
        ? request(sweepBriefSchema, path`/api/sweeps/${id}`, { method: 'DELETE' })
        : request(sweepBriefSchema, `${path`/api/sweeps/${id}`}/${change}`, { method: 'POST' }),
    sweepsKey,
  );
