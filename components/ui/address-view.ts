'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

/** The order of a table. */
export interface Sort<Column extends string> {
  readonly column: Column;
  readonly descending: boolean;
}

/** Reads a sort from the address: "-peak" for peak, descending; null for an unknown column. */
export function parseSort<Column extends string>(
  text: string | null,
  columns: readonly Column[],
): Sort<Column> | null {
  const descending = text?.startsWith('-') === true;
  const column = columns.find((one) => one === text?.slice(descending ? 1 : 0));
  return column === undefined ? null : { column, descending };
}

/** Writes a sort as {@link parseSort} reads it. */
export const sortText = ({ column, descending }: Sort<string>): string =>
  `${descending ? '-' : ''}${column}`;

/** A path with its query, without `?` for an empty query. */
export function addressOf(path: string, parameters: URLSearchParams): string {
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A view stored in the address of its page. */
export function useAddressView<V>(
  parse: (search: string) => V,
  write: (view: V) => string,
): readonly [view: V, setView: Dispatch<SetStateAction<V>>] {
  // Not a property of the page: one restored by Back would hold the query it was first opened with.
  const search = useSearchParams();
  const path = usePathname();
  const [view, setView] = useState<V>(() => parse(search.toString()));
  useEffect(() => {
    const address = write(view);
    const { pathname, search: present } = window.location;
    if (pathname !== path || `${pathname}${present}` === address) return;
    window.history.replaceState(null, '', address);
  }, [view, write, path]);
  useEffect(() => {
    const read = (): void => {
      // Back and Forward may lead to another page while this one is still shown.
      if (window.location.pathname === path) setView(parse(window.location.search));
    };
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }, [parse, path]);
  return [view, setView];
}
