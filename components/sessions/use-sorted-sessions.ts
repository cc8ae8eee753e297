'use client';

import { useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { SessionRow } from '@/lib/api/contract';
import type { LibraryView } from './library-view';
import { holdsWords, queryWords } from './search-sessions';
import { libraryColumns, libraryFeatures } from './session-columns';

/** Sessions in the order of a column, then those that hold every word: typing sorts nothing anew. */
export function useSortedSessions(
  rows: readonly SessionRow[],
  { query, sort }: LibraryView,
): readonly SessionRow[] {
  const sorting = useMemo(() => [{ id: sort.column, desc: sort.descending }], [sort]);
  const table = useTable({
    features: libraryFeatures,
    columns: libraryColumns,
    data: rows,
    getRowId: (row) => row.id,
    state: { sorting },
  });
  const sorted = table.getRowModel().rows;
  return useMemo(() => {
    const words = queryWords(query);
    const all = sorted.map(({ original }) => original);
    return words.length === 0 ? all : all.filter((row) => holdsWords(row, words));
  }, [sorted, query]);
}
