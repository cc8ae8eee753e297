'use client';

import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

/** A view kept in the address while it changes; `search` is the address's own when first shown. */
export function useAddressView<V>(
  search: string,
  parse: (search: string) => V,
  addressOf: (view: V) => string,
): readonly [view: V, setView: Dispatch<SetStateAction<V>>] {
  const [view, setView] = useState<V>(() => parse(search));
  useEffect(() => {
    const address = addressOf(view);
    const { pathname, search: present } = window.location;
    if (`${pathname}${present}` !== address) window.history.replaceState(null, '', address);
  }, [view, addressOf]);
  useEffect(() => {
    const read = (): void => setView(parse(window.location.search));
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }, [parse]);
  return [view, setView];
}
