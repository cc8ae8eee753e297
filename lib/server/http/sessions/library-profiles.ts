import { setImmediate } from 'node:timers/promises';
import { openDatabase, type Database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { listedSessions, type SessionListRow } from '@/lib/server/db/sessions/sessions';
import type { Source } from '@/lib/engine/session/schema';
import type { Profile } from '@/lib/engine/tokens/profile';
import { readHead } from '../records';
import { ownProfile } from './own-profile';

/** A session of the library, measured, under the user's limit and attached prefix. */
interface LibraryProfile {
  readonly source: Source;
  readonly profile: Profile;
}

/** A session of the library, with the open database that holds it. */
interface RecordedRow {
  readonly db: Database;
  readonly row: SessionListRow;
  readonly profile: Profile;
}

/**
 * Every listed, recorded session of the library at `url`, oldest first. A profile of an earlier
 * version is measured again and stored. @throws DatabaseError, MigrationError.
 */
export async function* eachRecorded(url: string): AsyncGenerator<RecordedRow, void> {
  await migrate(url);
  const db = await openDatabase(url);
  try {
    for await (const row of listedSessions(db)) {
      if (row.generated) continue;
      yield { db, row, profile: await ownProfile(db, row) };
      await setImmediate();
    }
  } finally {
    await db.close();
  }
}

/** The same with its source. */
export async function* libraryProfiles(url: string): AsyncGenerator<LibraryProfile, void> {
  for await (const { db, row, profile } of eachRecorded(url)) {
    const { source } = await readHead(db, row.id);
    yield { source, profile };
  }
}
