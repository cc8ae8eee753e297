'use client';

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

/** A view stored in the address; `search` is the address's query at first. */
export function useAddressView<V>(
  search: string,
  parse: (search: string) => V,
  write: (view: V) => string,
): readonly [view: V, setView: Dispatch<SetStateAction<V>>] {
  const [view, setView] = useState<V>(() => parse(search));
  useEffect(() => {
    const address = write(view);
    const { pathname, search: present } = window.location;
    if (`${pathname}${present}` !== address) window.history.replaceState(null, '', address);
  }, [view, write]);
  useEffect(() => {
    const read = (): void => setView(parse(window.location.search));
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }, [parse]);
  return [view, setView];
}
