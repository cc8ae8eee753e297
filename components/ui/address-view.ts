'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { codec, queryOf, type Codec, type Parameter } from '@/lib/engine/base/address';
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

/** The order of a table. */
export interface Sort<Column extends string> {
  readonly column: Column;
  readonly descending: boolean;
}

/** A sort in an address: "-peak" for peak, descending. */
export const sortBy = <Column extends string>(columns: readonly Column[]): Codec<Sort<Column>> =>
  codec(
    `not one of ${columns.join(', ')}`,
    (text) => {
      const descending = text.startsWith('-');
      const column = columns.find((one) => one === text.slice(descending ? 1 : 0));
      return column === undefined ? undefined : { column, descending };
    },
    ({ column, descending }) => `${descending ? '-' : ''}${column}`,
  );

/** A path and the query of a view. */
export function addressOf<View>(path: string, parameter: Parameter<View>, view: View): string {
  const params = new URLSearchParams();
  parameter.write(view, params);
  return `${path}${queryOf(params)}`;
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
