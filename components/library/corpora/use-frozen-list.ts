'use client';

import { useCorpora, useFrozenSessions } from '@/lib/api/queries/corpus-queries';

/** What is known of the corpus whose sessions the library shows alone. */
interface FrozenListView {
  /** Null while the corpora are fetched, and where there is no such corpus. */
  readonly name: string | null;
  /** Sessions that the library has no more, and those with other numbers than in the list. */
  readonly missing: number;
  readonly changed: number;
  readonly error: string | null;
}

/** The saved corpus that the library shows alone; null for the whole library. */
export function useFrozenList(corpus: string | null): FrozenListView {
  const { data: corpora } = useCorpora();
  const found = corpora?.find(({ id }) => id === corpus);
  const { data, error } = useFrozenSessions(found?.frozen ? corpus : null);
  return {
    name: found?.name ?? null,
    missing: data?.missing.length ?? 0,
    changed: data?.changed.length ?? 0,
    error: error?.message ?? null,
  };
}
