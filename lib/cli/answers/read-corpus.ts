import { createHash } from 'node:crypto';
import { corpusSession, type CorpusSession } from '@/lib/answers/model/corpus';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import type { Profile } from '@/lib/engine/tokens/profile';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import { env } from '@/lib/server/env';
import { noTraceCodes } from '@/lib/readers/importers/importer';
import type { TextEstimator } from '@/lib/engine/tokens/text/text-estimators';
import type { CliIo } from '../cli-io';
import { libraryModules } from '../library';
import { measureInput, type SessionMeasurement, type MeasuredTrace } from '../measure-trace';
import { readErrorText } from '../read-error';

/** A session of a file as one of a corpus, with the prices of the list. */
export const sessionOfFile = (
  file: string,
  session: Pick<SessionMeasurement, 'draft' | 'profile'>,
  counts: CorpusSession['counts'],
): CorpusSession =>
  corpusSession(file, session, {
    counts,
    pricesOf: (...of) => sessionPrices(session.profile, new Date(), ...of),
    hash: sha256,
  });

/** The sessions of a trace as those of a corpus. */
export const corpusSessions = ({
  file,
  sessions,
  counts,
}: MeasuredTrace): readonly CorpusSession[] =>
  sessions.map((session, i) => sessionOfFile(file, session, counts[i] ?? null));

const sha256 = (profile: Profile): string =>
  createHash('sha256').update(encodeProfile(profile)).digest('hex');

/** Traces that were read, and inputs that should be traces and cannot be read. */
export class ReadCorpus {
  read = 0;
  failed = 0;

  constructor(
    readonly files: readonly string[],
    readonly io: CliIo,
  ) {}

  /** The sessions of everything named, one by one; says what cannot be read, and goes on. */
  async *sessions(estimators: readonly TextEstimator[]): AsyncGenerator<CorpusSession, void, void> {
    for (const given of this.files) {
      for await (const found of measureInput(given, this.io.resolve(given), { estimators })) {
        if ('format' in found) {
          this.read++;
          yield* corpusSessions(found);
        } else if (found.file === given || !noTraceCodes.includes(found.error.code)) {
          this.failed++;
          this.io.message(readErrorText(found.file, found.error));
        }
      }
    }
  }

  /** True if nothing, or not everything, could be read. */
  get lacks(): boolean {
    return this.failed > 0 || this.read === 0;
  }
}

/** The recorded sessions of the library at DATABASE_URL, one by one. @throws UsageError in the package. */
export async function* librarySessions(
  estimators: readonly TextEstimator[],
): AsyncGenerator<CorpusSession, void, void> {
  const { libraryCounts } = await libraryModules().texts();
  for await (const { head, profile, counts } of libraryCounts(env().databaseUrl, estimators)) {
    yield sessionOfFile('library', { draft: { head, entries: [], steps: [] }, profile }, counts);
  }
}
