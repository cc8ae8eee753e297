import { createHash } from 'node:crypto';
import { corpusSession, type CorpusSession } from '@/lib/answers/model/corpus';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import type { Profile } from '@/lib/engine/tokens/profile';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import { env } from '@/lib/server/env';
import { noTraceCodes } from '@/lib/readers/importers/importer';
import { underSiblings } from '@/lib/engine/tokens/limits/proved-limits';
import type { TextEstimator } from '@/lib/engine/tokens/text/text-estimators';
import type { CliIo } from '../cli-io';
import { libraryModules } from '../library';
import { measureInput, type SessionMeasurement, type MeasuredTrace } from '../measure-trace';
import { readErrorText } from '../read-error';

/** A session of a file as one of a corpus, with the prices of the list. */
export const sessionOfFile = (
  file: string,
  session: Pick<HeldSession, 'draft' | 'profile'>,
  counts: CorpusSession['counts'],
): CorpusSession =>
  corpusSession(file, session, {
    counts,
    pricesOf: (...of) => sessionPrices(session.profile, new Date(), ...of),
    hash: sha256,
  });

/** What is kept of a session until all were read: what one proves of a model holds for the others. */
export interface HeldSession extends Pick<SessionMeasurement, 'profile'> {
  readonly file: string;
  readonly draft: Pick<SessionMeasurement['draft'], 'head' | 'project'>;
  readonly counts: CorpusSession['counts'];
}

/** Lets go of the steps and entries of a session: its profile has their numbers. */
export const heldSession = (
  file: string,
  { draft: { head, project }, profile }: Pick<SessionMeasurement, 'draft' | 'profile'>,
  counts: CorpusSession['counts'],
): HeldSession => ({
  ...{ file, profile, counts },
  draft: { head, ...(project !== undefined && { project }) },
});

/** Sessions of one corpus, each under what all of them prove of their models' limits. */
export const siblingsOf = (held: readonly HeldSession[]): readonly CorpusSession[] =>
  underSiblings(held, ({ file }) => file).map((one) => sessionOfFile(one.file, one, one.counts));

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

  /** The sessions of everything named; says what cannot be read, and goes on. */
  async *sessions(estimators: readonly TextEstimator[]): AsyncGenerator<CorpusSession, void, void> {
    const held: HeldSession[] = [];
    for (const given of this.files) {
      for await (const found of measureInput(given, this.io.resolve(given), { estimators })) {
        if ('format' in found) {
          this.read++;
          const { file, sessions, counts } = found;
          held.push(...sessions.map((one, i) => heldSession(file, one, counts[i] ?? null)));
        } else if (found.file === given || !noTraceCodes.includes(found.error.code)) {
          this.failed++;
          this.io.message(readErrorText(found.file, found.error));
        }
      }
    }
    yield* siblingsOf(held);
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
    yield sessionOfFile('library', { draft: { head }, profile }, counts);
  }
}
