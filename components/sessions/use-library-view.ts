'use client';

import { useCallback, useEffect, useState } from 'react';
import {
  libraryAddress,
  parseLibraryView,
  type LibraryView,
  type SortColumn,
} from './library-view';

/** Columns whose first sort is downwards. */
const DOWNWARDS: ReadonlySet<SortColumn> = new Set([
  'steps',
  'peak',
  'recorded',
  'compactions',
  'overflow',
  'imported',
]);

/** The view of the library, kept in the address while it changes; `search` is the address's own. */
export function useLibraryView(search: string) {
  const [view, setView] = useState<LibraryView>(() => parseLibraryView(search));
  useEffect(() => {
    const address = libraryAddress(view);
    const { pathname, search: present } = window.location;
    if (`${pathname}${present}` !== address) window.history.replaceState(null, '', address);
  }, [view]);
  useEffect(() => {
    const read = (): void => setView(parseLibraryView(window.location.search));
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }, []);
  const setQuery = useCallback((query: string) => setView((old) => ({ ...old, query })), []);
  const sortBy = useCallback(
    (column: SortColumn) =>
      setView((old) => ({
        ...old,
        sort: {
          column,
          descending: old.sort.column === column ? !old.sort.descending : DOWNWARDS.has(column),
        },
      })),
    [],
  );
  return { view, setQuery, sortBy };
}
