import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/server/db/client';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import { textReader } from '@/lib/server/db/sessions/texts';
import type { Profile } from '@/lib/engine/tokens/profile';
import { TextCounter, type TextCounts } from '@/lib/engine/tokens/text/text-counts';
import type { TextEstimator } from '@/lib/engine/tokens/text/text-estimators';
import { entryRefs, readHead, storedEntry } from '../../records';
import { eachRecorded } from '../library-profiles';

/** Entries counted before the event loop runs again. */
const AT_ONCE = 200;

/** A session of the library with its texts counted; null counts where it holds sizes, not text. */
interface LibraryCounts {
  readonly profile: Profile;
  readonly counts: readonly TextCounts[] | null;
}

/**
 * Every listed, recorded session of the library at `url`, oldest first, its texts counted by each
 * estimator. @throws DatabaseError, MigrationError.
 */
export async function* libraryCounts(
  url: string,
  estimators: readonly TextEstimator[],
): AsyncGenerator<LibraryCounts, void> {
  for await (const { db, row, profile } of eachRecorded(url)) {
    yield { profile, counts: await countStored(db, row, estimators) };
  }
}

async function countStored(
  db: Database,
  row: SessionListRow,
  estimators: readonly TextEstimator[],
): Promise<readonly TextCounts[] | null> {
  const refs = await entryRefs(db, row.id);
  const counters = estimators.map((one) => new TextCounter(one));
  const rows = new Map<number, number>();
  const reader = textReader(db, row.importId, 'entries');
  // In stored order, because neighbours share a blob.
  for (const ref of [...new Set(refs)].sort((a, b) => a - b)) {
    if (rows.size % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const entry = storedEntry(await reader.record(ref));
    for (const counter of counters) counter.push(entry);
    rows.set(ref, rows.size);
  }
  const head = await readHead(db, row.id);
  const entries = Array.from(refs, (ref) => rows.get(ref) ?? -1);
  const counts = counters.map((counter) => counter.counts(head, entries));
  const held = counts.filter((one) => one !== null);
  return held.length < counts.length ? null : held;
}
