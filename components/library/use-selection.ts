'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type {
  Grouping,
  SelectedQuery,
  SelectionRow,
  SessionGroup,
  SessionItem,
  TableListing,
} from '@/lib/api/contract/session-listing';
import { fetchSelected, selectedQuery, useSelected } from '@/lib/api/queries/session-queries';

const NOTHING: ReadonlySet<string> = new Set();
const UNKNOWN: ReadonlyMap<string, SelectionRow> = new Map();
const NONE: readonly SelectionRow[] = [];

/** What of a row of the table is selected. */
export type SelectionState = 'none' | 'some' | 'all';

/** What a request that is under way will select or not: a group by its id, or everything (null). */
interface Expected {
  readonly group: string | null;
  readonly isSelected: boolean;
}

/** The selected sessions, and the actions that change them. */
export type Selection = ReturnType<typeof useSelection>;

/** Selects sessions of a listing; those of groups and of rows out of view are the server's to name. */
export function useSelection(listing: TableListing) {
  const client = useQueryClient();
  const [selected, setSelected] = useState(NOTHING);
  const [fault, setFault] = useState<string | null>(null);
  const query = useMemo(() => (selected.size === 0 ? null : { ids: [...selected] }), [selected]);
  const { data, isPlaceholderData } = useSelected(listing, query);
  // Sessions that the server named: what they are is known before it is asked about the whole selection.
  const [known, setKnown] = useState(UNKNOWN);
  const [expected, setExpected] = useState<Expected | null>(null);
  const chosen = useMemo(() => {
    if (selected.size === 0) return NONE;
    const named = [...selected].flatMap((id) => known.get(id) ?? []);
    const isNamed = named.length === selected.size;
    return isNamed && (data === undefined || isPlaceholderData) ? named : (data ?? NONE);
  }, [selected, known, data, isPlaceholderData]);
  const { group } = listing;
  const inGroups = useMemo(() => groupCounts(chosen, group), [chosen, group]);

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
      until: Expected | null = null,
    ): Promise<void> => {
      setExpected(until);
      const sessions = await asked(fetchSelected(listing, which));
      setExpected(null);
      if (sessions === null) return;
      setKnown((now) => new Map([...now, ...sessions.map((one) => [one.id, one] as const)]));
      setSelected((now) => change(now, idsOf(sessions)));
    },
    [asked, listing],
  );

  const clear = useCallback(() => setSelected(NOTHING), []);
  const selectAll = useCallback(
    () => apply({}, (_now, ids) => new Set(ids), { group: null, isSelected: true }),
    [apply],
  );
  /** Adds the rows between two, both included. */
  const selectRows = useCallback(
    (one: number, other: number) =>
      apply(
        { from: Math.min(one, other), to: Math.max(one, other) + 1 },
        (now, ids) => new Set([...now, ...ids]),
      ),
    [apply],
  );
  const stateOf = useCallback(
    (of: SessionGroup): SelectionState => {
      if (expected?.group === null || expected?.group === of.id) {
        return expected.isSelected ? 'all' : 'none';
      }
      const count = inGroups.get(of.id) ?? 0;
      if (count === 0) return 'none';
      return count === of.sessions ? 'all' : 'some';
    },
    [expected, inGroups],
  );
  const toggleRow = useCallback(
    (index: number, item: SessionItem): void => {
      if (item.kind === 'session') setSelected((now) => toggled(now, [item.row.id]));
      else {
        const until = { group: item.id, isSelected: stateOf(item) !== 'all' };
        void apply({ from: index, to: index + 1 }, toggled, until);
      }
    },
    [apply, stateOf],
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
    ...{ selected, chosen, fault, forget, stateOf },
    /** Everything is being selected. */
    isSelectingAll: expected?.group === null,
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

/** Numbers of sessions by the group that they are in. */
function groupCounts(
  sessions: readonly SelectionRow[],
  group: Grouping,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { importId, agent, model } of sessions) {
    const id = group === 'file' ? importId : group === 'agent' ? agent : (model ?? '');
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
