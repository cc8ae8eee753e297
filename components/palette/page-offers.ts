'use client';

import { useEffect } from 'react';
import type { Offer } from './entry';

/** Fetches what a page offers beside what every page does; called when the palette opens. */
export type OfferSource = () => Promise<Offer>;

let source: OfferSource | null = null;

/** The present page's own offers, if it has some. */
export const pageOffers = (): OfferSource | null => source;

/** Offers actions of this page in the palette while the component is mounted. */
export function usePageOffers(load: OfferSource): void {
  useEffect(() => {
    source = load;
    return () => {
      if (source === load) source = null;
    };
  }, [load]);
}
