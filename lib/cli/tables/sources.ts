import { env } from '@/lib/server/env';
import { noTraceCodes } from '@/lib/readers/importers/importer';
import type { Source } from '@/lib/engine/session/schema';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { CliIo } from '../cli-io';
import { libraryModules } from '../library';
import { measureInput } from '../measure-trace';
import { readErrorText } from '../read-error';

/** What `--from` calls the library at DATABASE_URL. */
const LIBRARY = 'library';

/** A recorded session that a table is made from. */
export interface Evidence {
  readonly source: Source;
  readonly profile: Profile;
}

/** Sessions read and inputs that could not be. */
interface Gathered<T> {
  readonly found: readonly T[];
  readonly sessions: number;
  readonly failed: number;
}

/** Reads what `--from` names and keeps of each recorded session what `take` makes of it. */
export async function gather<T>(
  from: readonly string[],
  io: CliIo,
  take: (evidence: Evidence) => T,
): Promise<Gathered<T>> {
  const found: T[] = [];
  let failed = 0;
  const add = (evidence: Evidence): void => {
    if (!evidence.profile.head.generated) found.push(take(evidence));
  };
  for (const given of from) {
    if (given === LIBRARY) await eachOfLibrary(add);
    else failed += await eachOfFiles(given, io, add);
  }
  return { found, sessions: found.length, failed };
}

async function eachOfLibrary(add: (evidence: Evidence) => void): Promise<void> {
  const { libraryProfiles } = await libraryModules().profiles();
  for await (const evidence of libraryProfiles(env().databaseUrl)) add(evidence);
}

/** The number of files that should be traces and cannot be read. */
async function eachOfFiles(
  given: string,
  io: CliIo,
  add: (evidence: Evidence) => void,
): Promise<number> {
  let failed = 0;
  for await (const found of measureInput(given, io.resolve(given))) {
    if ('format' in found) {
      for (const { draft, profile } of found.sessions) add({ source: draft.head.source, profile });
    } else if (found.file === given || !noTraceCodes.includes(found.error.code)) {
      failed++;
      io.message(readErrorText(found.file, found.error));
    }
  }
  return failed;
}
