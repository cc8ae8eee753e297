'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { SessionRow } from '@/lib/host/api/contract/contract';
import { queryKeys, useDeleteSessions, useRestoreSessions } from '@/lib/host/api/queries/queries';
import { counted } from '@/lib/base/format';

/** The last deletion, which can be undone, or its error. */
interface Deletion {
  readonly ids: readonly string[];
  readonly text: string;
  /** The list before, so that an undo shows without delay. */
  readonly before: Rows | undefined;
}

type Rows = readonly SessionRow[];

/** The present list with the sessions of `ids` at their old places; newer sessions first. */
export function withRestored(now: Rows, before: Rows, ids: readonly string[]): Rows {
  const present = new Set(now.map(({ id }) => id));
  const old = new Set(before.map(({ id }) => id));
  const back = new Set(ids);
  return [
    ...now.filter(({ id }) => !old.has(id)),
    ...before.filter(({ id }) => present.has(id) || back.has(id)),
  ];
}

/** Deletes sessions without delay and undoes the last deletion. */
export function useDeletion() {
  const client = useQueryClient();
  const [last, setLast] = useState<Deletion | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { mutate: remove } = useDeleteSessions();
  const { mutate: restore } = useRestoreSessions();

  const deleteSessions = useCallback(
    (ids: readonly string[]) => {
      if (ids.length === 0) return;
      const what = counted(ids.length, 'session');
      setFault(null);
      const before = client.getQueryData<Rows>(queryKeys.sessions);
      setLast({ ids, text: `Deleted ${what}`, before });
      remove(ids, {
        onError: (error) => {
          setLast(null);
          setFault(`${what} could not be deleted. ${error.message}`);
        },
      });
    },
    [client, remove],
  );

  const undo = useCallback(() => {
    if (!last) return;
    setLast(null);
    const { ids, before } = last;
    if (before) {
      client.setQueryData<Rows>(queryKeys.sessions, (now) => now && withRestored(now, before, ids));
    }
    restore(ids, {
      onError: (error) => setFault(`The sessions could not be restored. ${error.message}`),
    });
  }, [client, last, restore]);

  const forget = useCallback(() => {
    setLast(null);
    setFault(null);
  }, []);
  return { last, fault, deleteSessions, undo, forget };
}
