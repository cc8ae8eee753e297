'use client';

import { useCallback, useState } from 'react';
import { useDeleteSessions, useRestoreSessions } from '@/lib/api/queries';
import { formatInteger } from '@/lib/base/format';

/** What was deleted last and can be taken back, or what went wrong. */
export interface Deletion {
  readonly ids: readonly string[];
  readonly text: string;
}

/** Deletes sessions at once and takes the last delete back. */
export function useDeletion() {
  const [last, setLast] = useState<Deletion | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { mutate: remove } = useDeleteSessions();
  const { mutate: restore } = useRestoreSessions();

  const deleteSessions = useCallback(
    (ids: readonly string[]) => {
      if (ids.length === 0) return;
      const what = ids.length === 1 ? '1 session' : `${formatInteger(ids.length)} sessions`;
      setFault(null);
      setLast({ ids, text: `Deleted ${what}` });
      remove(ids, {
        onError: (error) => {
          setLast(null);
          setFault(`${what} could not be deleted. ${error.message}`);
        },
      });
    },
    [remove],
  );

  const undo = useCallback(() => {
    if (!last) return;
    setLast(null);
    restore(last.ids, {
      onError: (error) => setFault(`The sessions could not be restored. ${error.message}`),
    });
  }, [last, restore]);

  const forget = useCallback(() => {
    setLast(null);
    setFault(null);
  }, []);
  return { last, fault, deleteSessions, undo, forget };
}
