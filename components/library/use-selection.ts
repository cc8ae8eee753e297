'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type {
  SelectedQuery,
  SelectionRow,
  SessionItem,
  TableListing,
} from '@/lib/api/contract/session-listing';
import { fetchSelected, selectedQuery, useSelected } from '@/lib/api/queries/session-queries';

const NOTHING: ReadonlySet<string> = new Set();
const UNKNOWN: ReadonlyMap<string, SelectionRow> = new Map();
const NONE: readonly SelectionRow[] = [];

/** The selected sessions, and the actions that change them. */
export type Selection = ReturnType<typeof useSelection>;

/** Selects sessions of a listing; those of families and of rows out of view are the server's to name. */
export function useSelection(listing: TableListing) {
  const client = useQueryClient();
  const [selected, setSelected] = useState(NOTHING);
  const [fault, setFault] = useState<string | null>(null);
  const query = useMemo(() => (selected.size === 0 ? null : { ids: [...selected] }), [selected]);
  const { data, isPlaceholderData } = useSelected(listing, query);
  // Sessions that the server named: what they are is known before it is asked about the whole selection.
  const [known, setKnown] = useState(UNKNOWN);
  const [isSelectingAll, setSelectingAll] = useState(false);
  const chosen = useMemo(() => {
    if (selected.size === 0) return NONE;
    const named = [...selected].flatMap((id) => known.get(id) ?? []);
    const isNamed = named.length === selected.size;
    return isNamed && (data === undefined || isPlaceholderData) ? named : (data ?? NONE);
  }, [selected, known, data, isPlaceholderData]);

  /** Runs a request; null if it failed, which the page says. */
  const asked = useCallback(async <T>(request: Promise<T>): Promise<T | null> => {
    try {
      return await request;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setFault(`The sessions could not be selected. ${why}`);
      return null;
    }
  }, []);
  /** Changes the selection by the sessions of a query. */
  const apply = useCallback(
    async (
      which: SelectedQuery,
      change: (now: ReadonlySet<string>, ids: readonly string[]) => ReadonlySet<string>,
    ): Promise<void> => {
      const sessions = await asked(fetchSelected(listing, which));
      if (sessions === null) return;
      setKnown((now) => new Map([...now, ...sessions.map((one) => [one.id, one] as const)]));
      setSelected((now) => change(now, idsOf(sessions)));
    },
    [asked, listing],
  );

  const clear = useCallback(() => setSelected(NOTHING), []);
  const selectAll = useCallback(async () => {
    setSelectingAll(true);
    await apply({}, (_now, ids) => new Set(ids));
    setSelectingAll(false);
  }, [apply]);
  /** Adds the rows between two, both included. */
  const selectRows = useCallback(
    (one: number, other: number) =>
      apply(
        { from: Math.min(one, other), to: Math.max(one, other) + 1 },
        (now, ids) => new Set([...now, ...ids]),
      ),
    [apply],
  );
  /** A row with hidden sub-agents stands for them too. */
  const toggleRow = useCallback(
    (index: number, item: SessionItem): void => {
      if (item.kind === 'session' && item.subAgents === 0) {
        setSelected((now) => toggled(now, [item.row.id]));
      } else void apply({ from: index, to: index + 1 }, toggled);
    },
    [apply],
  );
  /** Those of the selected sessions that the listing has at this moment; null if it cannot be asked. */
  const listedNow = useCallback(
    () =>
      query === null
        ? Promise.resolve(NONE)
        : asked(client.fetchQuery({ ...selectedQuery(listing, query), staleTime: 0 })),
    [asked, client, listing, query],
  );
  /** Ids of the sessions that a row stands for. */
  const sessionsOf = useCallback(
    async (index: number): Promise<readonly string[]> => {
      const sessions = await asked(fetchSelected(listing, { from: index, to: index + 1 }));
      return idsOf(sessions ?? NONE);
    },
    [asked, listing],
  );
  const forget = useCallback(() => setFault(null), []);
  return {
    ...{ selected, chosen, fault, forget },
    /** Everything is being selected. */
    isSelectingAll,
    ...{ clear, selectAll, selectRows, toggleRow, sessionsOf, listedNow },
  };
}

const idsOf = (sessions: readonly SelectionRow[]): readonly string[] =>
  sessions.map(({ id }) => id);

/** Removes the ids if all are there, else adds them. */
function toggled(now: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (!ids.every((id) => now.has(id))) return new Set([...now, ...ids]);
  const gone = new Set(ids);
  return new Set([...now].filter((id) => !gone.has(id)));
}
