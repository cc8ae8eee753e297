'use client';

import { useEntries } from '@/lib/api/queries/entry-queries';
import { useWorkbench } from '../state/use-workbench';

/** Entries fetched together. */
const PAGE = 50;

/** An entry's text, fetched with its neighbours'; `fault` where they cannot be read. */
export function useEntryText(entry: number) {
  const { record, store } = useWorkbench();
  const from = Math.max(0, Math.floor(entry / PAGE) * PAGE);
  const to = entry < 0 ? from : Math.min(from + PAGE, store.session.profile.entryCount);
  const page = useEntries(record.row.id, from, to);
  const found = page.data?.from === from ? page.data.entries[entry - from] : undefined;
  return { found, fault: page.isError ? page.error.message : null };
}
