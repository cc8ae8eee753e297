'use client';

import { useCallback, useState } from 'react';
import { anySession } from '@/lib/api/contract/session-filter';
import {
  fetchSelected,
  useDeleteSessions,
  useRestoreSessions,
} from '@/lib/api/queries/session-queries';
import { counted } from '@/lib/engine/base/format';

/** The last deletion, which can be undone. */
interface Deletion {
  readonly ids: readonly string[];
  readonly text: string;
}

/** Deletes sessions and undoes the last deletion. */
export function useDeletion() {
  const [last, setLast] = useState<Deletion | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { mutateAsync: remove } = useDeleteSessions();
  const { mutateAsync: restore } = useRestoreSessions();

  const deleteSessions = useCallback(
    (ids: readonly string[]) => {
      if (ids.length === 0) return;
      const what = counted(ids.length, 'session');
      setFault(null);
      setLast({ ids, text: `Deleted ${what}` });
      remove(ids).catch((error: Error) => {
        setLast((now) => (now?.ids === ids ? null : now));
        setFault(`${what} could not be deleted. ${error.message}`);
      });
    },
    [remove],
  );

  const undo = useCallback(() => {
    if (!last) return;
    setLast(null);
    restore(last.ids).catch((error: Error) =>
      setFault(`The sessions could not be restored. ${error.message}`),
    );
  }, [last, restore]);

  /** Deletes an import's other sessions, also those that the page has not listed; false if it could not. */
  const keepOnly = useCallback(
    async (importId: string, keep: ReadonlySet<string>): Promise<boolean> => {
      try {
        const sessions = await fetchSelected({ filter: anySession, importId }, {});
        deleteSessions(sessions.map(({ id }) => id).filter((id) => !keep.has(id)));
        return true;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        setFault(`The other sessions could not be deleted. ${why}`);
        return false;
      }
    },
    [deleteSessions],
  );

  const forget = useCallback(() => {
    setLast(null);
    setFault(null);
  }, []);
  return { last, fault, deleteSessions, keepOnly, undo, forget };
}
