import { readTrace } from '@/lib/readers/open/read-trace';
import type { Receipt } from '@/lib/readers/importers/receipt';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { profileOf } from '@/lib/engine/tokens/measure';

/** Reads and measures a trace like an import, without storing it. */
export async function profileTrace(
  path: string,
): Promise<{ readonly receipt: Receipt; readonly drafts: readonly SessionDraft[] }> {
  const table = new EntryTable();
  const drafts: SessionDraft[] = [];
  let usages = 0;
  const read = await readTrace(path, {
    store: { entry: (entry) => table.push(entry), usage: () => usages++ },
    onSession: (draft) => drafts.push(draft),
  });
  if (!read.ok) throw new Error(`${path}: ${read.error.message}`);
  for (const draft of drafts) profileOf(draft, table);
  return { receipt: read.value.receipt, drafts };
}
