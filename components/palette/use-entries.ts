'use client';

import { useEffect, useMemo, useState } from 'react';
import { useCorpora } from '@/lib/api/queries/corpus-queries';
import { anySession } from '@/lib/api/contract/session-filter';
import { useSessions } from '@/lib/api/queries/session-queries';
import { useSweeps } from '@/lib/api/queries/sweep-queries';
import type { Entry, Offer } from './entry';
import { askedWords } from './asking/match';
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

/** Sessions that are asked for at once: more than are shown, to choose the best of. */
const MOST_SESSIONS = 50;

const SESSION = 'session:';

/** The sessions that hold what is asked, what needs attention first, and those chosen before. */
function useSessionEntries(asked: string) {
  const query = askedWords(asked).join(' ');
  const found = useSessions(
    { filter: { ...anySession, query }, sort: { column: 'severity', descending: false } },
    MOST_SESSIONS,
  );
  const [chosen] = useState(() =>
    recentChoices().flatMap(({ id }) => (id.startsWith(SESSION) ? [id.slice(SESSION.length)] : [])),
  );
  const recent = useSessions({ filter: anySession, ids: chosen }, MOST_SESSIONS, chosen.length > 0);
  const sessions = useMemo(() => found.data?.sessions.map(sessionEntry) ?? [], [found.data]);
  const before = useMemo(() => recent.data?.sessions.map(sessionEntry) ?? [], [recent.data]);
  return {
    ...{ sessions, before, matching: found.data?.matching ?? 0 },
    isFault: found.isError,
    isLoading: (found.isPending || found.isPlaceholderData) && found.failureCount === 0,
  };
}

/** What the library holds beside sessions: corpora and kept sweeps. */
function useOtherEntries(): readonly Entry[] {
  const corpora = useCorpora().data;
  const sweeps = useSweeps().data;
  return useMemo(
    () => [...(corpora?.map(corpusEntry) ?? []), ...(sweeps?.map(sweepEntry) ?? [])],
    [corpora, sweeps],
  );
}

/** The latest choices that are offered still, under a heading of their own. */
function recentEntries(offered: readonly Entry[], offer: Offer): readonly Entry[] {
  const byId = new Map(offered.map((entry) => [entry.id, entry]));
  return recentChoices().flatMap(({ id, asked }) => {
    const entry = byId.get(id) ?? offer(asked).find((one) => one.id === id);
    return entry === undefined ? [] : [{ ...entry, section: 'Recent' as const, isAnswer: false }];
  });
}

/** The sections, with the sessions that were not fetched among those left out. */
const withMatching = (sections: readonly Section[], matching: number): readonly Section[] =>
  sections.map((section) =>
    section.name === 'Sessions'
      ? { ...section, more: Math.max(section.more, matching - section.entries.length) }
      : section,
  );

/** What the palette shows for what is asked. */
export interface PaletteEntries {
  readonly sections: readonly Section[];
  readonly isLoading: boolean;
  /** The list of sessions could not be fetched. */
  readonly isFault: boolean;
}

/** Everything that is offered for what is asked, ranked; the latest and the likely where nothing is. */
export function useFound(asked: string): PaletteEntries {
  const offer = usePageOffer();
  const { sessions, before, matching, ...state } = useSessionEntries(asked);
  const others = useOtherEntries();
  // Read once: the page behind a modal dialog does not change by its user's hand.
  const [controls] = useState(() => controlEntries(document));
  const sections = useMemo(() => {
    const everywhere = [...pageEntries, ...sessions, ...others, ...themeEntries];
    const offered = [...offer(asked), ...everywhere, ...controls];
    if (asked.trim() !== '') return withMatching(ranked(offered, asked), matching);
    const recent = recentEntries([...offered, ...before], offer);
    const likely = offered.filter((one) => one.isLikely && !recent.some(({ id }) => id === one.id));
    const apart = recent.filter(({ id }) => id.startsWith(SESSION)).length;
    return withMatching(ranked([...recent, ...likely], asked), matching - apart);
  }, [offer, sessions, before, matching, others, controls, asked]);
  return { sections, ...state };
}
