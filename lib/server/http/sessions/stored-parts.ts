import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/server/db/client';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import { textReader } from '@/lib/server/db/sessions/texts';
import type { Entry } from '@/lib/engine/session/schema';
import { entryRefs } from '../records';

/** Entries read before the event loop runs again. */
const AT_ONCE = 200;

/**
 * The parts of a session's entries, in log order. They were checked when they were stored: checking all
 * of a long session again takes several times as long as reading it.
 */
export async function* storedParts(
  db: Database,
  row: SessionListRow,
): AsyncGenerator<Pick<Entry, 'parts'>, void> {
  const refs = await entryRefs(db, row.id);
  const reader = textReader(db, row.importId, 'entries');
  for (const [i, ref] of refs.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
    yield JSON.parse(await reader.record(ref)) as Entry;
  }
}
