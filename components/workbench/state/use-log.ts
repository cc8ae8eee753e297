'use client';

import { useMemo } from 'react';
import { EntryParts } from '@/lib/analysis/explain/growth/entry-parts';
import { NamedEntries } from '@/lib/analysis/explain/growth/named-entries';
import { useToolNames } from '@/lib/api/queries/entry-queries';
import { useWorkbench } from './use-workbench';

/** The session's log with the names of its tools, once they are here, and its parts. */
export function useLog(): { readonly log: NamedEntries; readonly parts: EntryParts } {
  const { record, store } = useWorkbench();
  const { profile } = store.session;
  const tools = useToolNames(record.row.id).data ?? null;
  return useMemo(() => {
    const log = new NamedEntries(profile, tools);
    return { log, parts: new EntryParts(profile, log) };
  }, [profile, tools]);
}
