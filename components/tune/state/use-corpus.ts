'use client';

import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '@/lib/api/api-error';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import type { CorpusChoice } from '@/lib/api/contract/filter-address';
import { useResolvedCorpus } from '@/lib/api/queries/corpus-queries';
import type { SessionLoad } from '@/lib/worker/tune/tune-corpus';
import type { TuneRow } from '../model/deciding-rows';
import { sampleSessions } from '../model/session-sample';
import { forgetLoaded, loadSessions } from './load-sessions';
import { corpusInRows, tunedRow, type TunedCorpus } from './tuned-row';

/** Most sessions that the worker takes: their profiles are held in memory, a few kilobytes each. */
const MOST_SESSIONS = 5_000;

/** The sessions of a corpus in the worker. */
export interface TuneCorpusState {
  /** unknown: the library has no such corpus. */
  readonly status: 'listing' | 'loading' | 'ready' | 'failed' | 'unknown';
  /** Every session of the corpus. */
  readonly listed: readonly CorpusRow[];
  readonly tuned: TunedCorpus;
  /** Every session of the row that is tuned. */
  readonly all: readonly CorpusRow[];
  /** Those that the worker takes: all, or a sample of a large row. */
  readonly rows: readonly CorpusRow[];
  readonly done: number;
  /** Sessions that are ready, in the order of the corpus. */
  readonly sessions: readonly TuneRow[];
  /** Formats that the recorded sessions were read from. */
  readonly sources: readonly string[];
  /** Names of sessions that could not be read, with the reason. */
  readonly broken: readonly string[];
  readonly missing: number;
  readonly changed: number;
  readonly error: string | null;
  readonly retry: () => void;
}

interface Loading {
  readonly rows: readonly CorpusRow[];
  readonly done: number;
  readonly loaded: readonly SessionLoad[] | null;
  readonly error: string | null;
}

const NONE: readonly CorpusRow[] = [];

/** Lists a corpus, splits it, fetches the profiles of one row once and hands them to the worker. */
export function useTuneCorpus(choice: CorpusChoice, key: string | null): TuneCorpusState {
  const resolved = useResolvedCorpus(choice);
  const listed = resolved.data?.sessions ?? NONE;
  // A row that the address comes to name is the row it was: its sessions are not loaded again.
  const split = useMemo(() => corpusInRows(listed), [listed]);
  const chosen = tunedRow(split.rows, key);
  const tuned = useMemo(() => ({ ...split, row: chosen }), [split, chosen]);
  const all = chosen?.sessions ?? NONE;
  const rows = useMemo(() => sampleSessions(all, MOST_SESSIONS), [all]);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Loading>({ rows: NONE, done: 0, loaded: null, error: null });
  const { isSuccess } = resolved;
  useEffect(() => {
    if (!isSuccess) return;
    const stop = new AbortController();
    const show = (next: Partial<Loading>): void => {
      if (!stop.signal.aborted) setState((old) => ({ ...old, rows, ...next }));
    };
    show({ done: 0, loaded: null, error: null });
    loadSessions(rows, (done) => show({ done }), stop.signal).then(
      (loaded) => show({ loaded, done: rows.length }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        forgetLoaded();
        show({ error: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => stop.abort();
  }, [rows, isSuccess, attempt]);
  const isCurrent = state.rows === rows;
  const loaded = isCurrent ? state.loaded : null;
  const ready = useMemo(() => readyOf(rows, loaded ?? []), [rows, loaded]);
  const error = resolved.error?.message ?? (isCurrent ? state.error : null);
  const { refetch } = resolved;
  return {
    status: isUnknown(resolved.error) ? 'unknown' : statusOf(isSuccess, loaded !== null, error),
    ...{ listed, tuned, all, rows },
    done: isCurrent ? state.done : 0,
    ...ready,
    missing: resolved.data?.missing.length ?? 0,
    changed: resolved.data?.changed.length ?? 0,
    error,
    retry: () => {
      if (resolved.isError) void refetch();
      setAttempt((old) => old + 1);
    },
  };
}

const isUnknown = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'not-found';

function statusOf(
  listed: boolean,
  loaded: boolean,
  error: string | null,
): TuneCorpusState['status'] {
  if (error !== null) return 'failed';
  if (!listed) return 'listing';
  return loaded ? 'ready' : 'loading';
}

function readyOf(
  rows: readonly CorpusRow[],
  loaded: readonly SessionLoad[],
): Pick<TuneCorpusState, 'sessions' | 'sources' | 'broken'> {
  const byId = new Map(loaded.map((one) => [one.id, one]));
  const sources = new Set<string>();
  const broken: string[] = [];
  const sessions = rows.flatMap((facts): readonly TuneRow[] => {
    const own = byId.get(facts.id);
    if (own === undefined) return [];
    if (own.error !== null) {
      broken.push(`${facts.name}: ${own.error}`);
      return [];
    }
    if (!facts.generated) sources.add(own.source);
    return [{ facts, steps: own.steps, spark: own.spark, limit: own.limit }];
  });
  return { sessions, sources: [...sources], broken };
}
