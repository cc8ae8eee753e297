'use client';

import { useEffect, useMemo, useState } from 'react';
import { useCorpora } from '@/lib/api/queries/corpus-queries';
import { useSessions } from '@/lib/api/queries/queries';
import { useSweeps } from '@/lib/api/queries/sweep-queries';
import type { Entry, Offer } from './entry';
import { ranked, type Section } from './asking/rank';
import { controlEntries } from './offers/control-entries';
import {
  corpusEntry,
  pageEntries,
  sessionEntry,
  sweepEntry,
  themeEntries,
} from './offers/site-entries';
import { pageOffers } from './page-offers';
import { recentChoices } from './recent';

const NONE: Offer = () => [];

/** What the page offers itself; nothing until its code is there, or if it cannot be fetched. */
function usePageOffer(): Offer {
  const [offer, setOffer] = useState<{ readonly of: Offer }>({ of: NONE });
  useEffect(() => {
    let gone = false;
    pageOffers()?.().then(
      (of) => gone || setOffer({ of }),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return offer.of;
}

/** What the library holds: sessions, corpora and kept sweeps. */
function useLibraryEntries() {
  const { list, arriving } = useSessions();
  const rows = list.data ?? arriving?.rows;
  const corpora = useCorpora().data;
  const sweeps = useSweeps().data;
  const sessions = useMemo(() => rows?.map(sessionEntry) ?? [], [rows]);
  const others = useMemo(
    () => [...(corpora?.map(corpusEntry) ?? []), ...(sweeps?.map(sweepEntry) ?? [])],
    [corpora, sweeps],
  );
  const missing = list.data === undefined ? (arriving?.total ?? 0) - (rows?.length ?? 0) : 0;
  return { sessions, others, missing, isFault: list.isError, isLoading: list.isPending };
}

/** The latest choices that are offered still, under a heading of their own. */
function recentEntries(offered: readonly Entry[], offer: Offer): readonly Entry[] {
  const byId = new Map(offered.map((entry) => [entry.id, entry]));
  return recentChoices().flatMap(({ id, asked }) => {
    const entry = byId.get(id) ?? offer(asked).find((one) => one.id === id);
    return entry === undefined ? [] : [{ ...entry, section: 'Recent' as const, isAnswer: false }];
  });
}

/** What the palette shows for what is asked. */
export interface PaletteEntries {
  readonly sections: readonly Section[];
  /** Sessions that have not arrived yet. */
  readonly missing: number;
  readonly isLoading: boolean;
  /** The list of sessions could not be fetched. */
  readonly isFault: boolean;
}

/** Everything that is offered for what is asked, ranked; the latest and the likely where nothing is. */
export function useFound(asked: string): PaletteEntries {
  const offer = usePageOffer();
  const { sessions, others, ...state } = useLibraryEntries();
  // Read once: the page behind a modal dialog does not change by its user's hand.
  const [controls] = useState(() => controlEntries(document));
  const sections = useMemo(() => {
    const everywhere = [...pageEntries, ...sessions, ...others, ...themeEntries];
    const offered = [...offer(asked), ...everywhere, ...controls];
    if (asked.trim() !== '') return ranked(offered, asked);
    const recent = recentEntries(offered, offer);
    const likely = offered.filter((one) => one.isLikely && !recent.some(({ id }) => id === one.id));
    return ranked([...recent, ...likely], asked);
  }, [offer, sessions, others, controls, asked]);
  return { sections, ...state };
}
