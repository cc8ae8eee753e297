'use client';

import { useMemo } from 'react';
import { useCorpora, useFrozenSessions } from '@/lib/api/queries/corpus-queries';

const NONE: ReadonlySet<string> = new Set();

/** The sessions of a frozen corpus. */
interface FrozenListView {
  /** Null while the corpora are fetched, and where there is no such corpus. */
  readonly name: string | null;
  /** Ids; null for every session. */
  readonly members: ReadonlySet<string> | null;
  /** Sessions that the library has no more, and those with other numbers than in the list. */
  readonly missing: number;
  readonly changed: number;
  readonly error: string | null;
}

/** The sessions of the frozen corpus that the library shows alone; all of them without one. */
export function useFrozenList(corpus: string | null): FrozenListView {
  const { data: corpora } = useCorpora();
  const { data, error } = useFrozenSessions(corpus);
  const members = useMemo(() => data && new Set(data.sessions.map(({ id }) => id)), [data]);
  return {
    name: corpora?.find(({ id }) => id === corpus)?.name ?? null,
    members: corpus === null ? null : (members ?? NONE),
    missing: data?.missing.length ?? 0,
    changed: data?.changed.length ?? 0,
    error: error?.message ?? null,
  };
}
