'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { SessionRow } from '@/lib/api/contract/contract';
import {
  fetchSessions,
  queryKeys,
  showRestored,
  useDeleteSessions,
  useRestoreSessions,
} from '@/lib/api/queries/queries';
import { counted } from '@/lib/engine/base/format';

/** The last deletion, which can be undone, or its error. */
interface Deletion {
  readonly ids: readonly string[];
  readonly text: string;
  /** The list before, so that an undo shows without delay. */
  readonly before: Rows | undefined;
}

type Rows = readonly SessionRow[];

/** Deletes sessions without delay and undoes the last deletion. */
export function useDeletion() {
  const client = useQueryClient();
  const [last, setLast] = useState<Deletion | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { mutateAsync: remove } = useDeleteSessions();
  const { mutateAsync: restore } = useRestoreSessions();

  const deleteSessions = useCallback(
    (ids: readonly string[]) => {
      if (ids.length === 0) return;
      const what = counted(ids.length, 'session');
      setFault(null);
      const before = client.getQueryData<Rows>(queryKeys.sessions);
      setLast({ ids, text: `Deleted ${what}`, before });
      remove(ids).catch((error: Error) => {
        setLast((now) => (now?.ids === ids ? null : now));
        setFault(`${what} could not be deleted. ${error.message}`);
      });
    },
    [client, remove],
  );

  const undo = useCallback(() => {
    if (!last) return;
    setLast(null);
    const { ids, before } = last;
    if (before) showRestored(client, before, ids);
    restore(ids).catch((error: Error) =>
      setFault(`The sessions could not be restored. ${error.message}`),
    );
  }, [client, last, restore]);

  /** Deletes an import's other sessions, also those that the page has not listed; false if it could not. */
  const keepOnly = useCallback(
    async (importId: string, keep: ReadonlySet<string>): Promise<boolean> => {
      try {
        const rows = await fetchSessions(client);
        const others = rows.filter((row) => row.importId === importId && !keep.has(row.id));
        deleteSessions(others.map(({ id }) => id));
        return true;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        setFault(`The other sessions could not be deleted. ${why}`);
        return false;
      }
    },
    [client, deleteSessions],
  );

  const forget = useCallback(() => {
    setLast(null);
    setFault(null);
  }, []);
  return { last, fault, deleteSessions, keepOnly, undo, forget };
}
