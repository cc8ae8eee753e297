import { entryName } from '@/lib/analysis/detectors/evidence/entry-name';
import type { About, EntryName } from '@/lib/analysis/detectors/evidence/evidence';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { allFindings } from '@/lib/analysis/detectors/recall-findings';
import { namedEntries } from '@/lib/analysis/detectors/registry';
import type { Replay } from '@/lib/engine/replay/replay';
import type { Database } from '@/lib/server/db/client';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import { textReader } from '@/lib/server/db/sessions/texts';
import { entryRefs, storedEntry } from '../records';
import { sessionNames } from '../sessions/stored-references';

/** What is found in a session's replay; entries that sentences name are read from the library. */
export async function namedFindings(
  db: Database,
  row: SessionListRow,
  run: Replay,
  about: About,
): Promise<readonly Finding[]> {
  if (run.session.profile.stepCount === 0) return [];
  const names = await entryNames(db, row, namedEntries(run, about));
  const references = await sessionNames(db, row);
  return allFindings(run, about, { nameOf: (entry) => names.get(entry) ?? null, references });
}

/** Names of some entries, ascending, by entry. */
export async function entryNames(
  db: Database,
  row: SessionListRow,
  entries: readonly number[],
): Promise<ReadonlyMap<number, EntryName>> {
  const names = new Map<number, EntryName>();
  if (entries.length === 0) return names;
  const refs = await entryRefs(db, row.id);
  const reader = textReader(db, row.importId, 'entries');
  for (const entry of entries) {
    const ref = refs[entry];
    if (ref !== undefined) names.set(entry, entryName(storedEntry(await reader.record(ref))));
  }
  return names;
}
