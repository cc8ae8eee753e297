import { setImmediate } from 'node:timers/promises';
import { openDatabase } from '@/lib/host/db/client';
import { migrate } from '@/lib/host/db/migrate/migrate';
import { listedSessions } from '@/lib/host/db/sessions/sessions';
import type { Source } from '@/lib/session/schema';
import type { Profile } from '@/lib/tokens/profile';
import { readHead } from '../records';
import { ownProfile } from './own-profile';

/** A session of the library, measured, under the user's limit and attached prefix. */
interface LibraryProfile {
  readonly source: Source;
  readonly profile: Profile;
}

/**
 * Every listed, recorded session of the library at `url`, oldest first. A profile of an earlier
 * version is measured again and stored. @throws DatabaseError, MigrationError.
 */
export async function* libraryProfiles(url: string): AsyncGenerator<LibraryProfile, void> {
  await migrate(url);
  const db = await openDatabase(url);
  try {
    for await (const row of listedSessions(db)) {
      if (row.generated) continue;
      const { source } = await readHead(db, row.id);
      yield { source, profile: await ownProfile(db, row) };
      await setImmediate();
    }
  } finally {
    await db.close();
  }
}
