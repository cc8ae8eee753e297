import { stat } from 'node:fs/promises';
import type { KeptTexts, SessionMeasurement } from '@/lib/analysis/subject/session-measurement';
import type { TextCounts } from '@/lib/engine/tokens/text/text-counts';
import type { TextEstimator } from '@/lib/engine/tokens/text/text-estimators';
import { chooseSessions, type SessionOfTrace } from '../choose-sessions';
import { InputError, UsageError } from '../exit-code';
import { measureInput, measureTrace, type Found, type MeasuredTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import type { AllowedFiles } from './allowed-files';
import { FoundBefore } from './found-before';
import { withoutTexts } from './shown-session';

/** Traces that stay measured: an agent asks several questions about one. */
const KEPT = 4;

/** A session of a file, as tools read it. */
export interface TraceSession {
  readonly file: string;
  readonly format: string;
  readonly number: number;
  readonly session: SessionMeasurement;
  /** Tokens of its texts; null where nobody counted them, or it holds sizes. */
  readonly counts: readonly TextCounts[] | null;
}

/** What has been read below some paths. */
export interface TraceReading {
  readonly sessions: readonly TraceSession[];
  /** Inputs that cannot be read, each in a sentence. */
  readonly unread: readonly string[];
  /** Why it may not be all: it is being read still, or a limit ended the reading. */
  readonly state: 'whole' | 'reading' | 'limit';
}

/** A reading, which may go on, and its end. */
type Listing = { -readonly [K in keyof TraceReading]: TraceReading[K] } & {
  readonly sessions: TraceSession[];
  readonly unread: string[];
  ended: Promise<void>;
};

/** Reads traces below the allowed folders, and keeps the last ones measured. */
export class TraceDesk {
  readonly #kept = new Map<string, MeasuredTrace>();
  readonly #before = new FoundBefore();
  readonly #listings = new Map<string, Listing>();
  #stopped = false;

  constructor(
    readonly files: AllowedFiles,
    /** True where names from recordings may stand in answers. */
    readonly texts: boolean,
  ) {}

  /**
   * One session of a file: the one named, else the first. With its texts it is read anew: they are not
   * kept. @throws InputError, UsageError
   */
  async session(
    file: string,
    wanted = '1',
    { texts = false }: Pick<KeptTexts, 'texts'> = {},
  ): Promise<SessionOfTrace & { readonly of: number }> {
    const { sessions } = await (texts ? this.#read(file, { texts }) : this.#trace(file));
    const [chosen] = chooseSessions(sessions, wanted);
    if (chosen === undefined) throw new UsageError(`${file} has no session.`);
    if (chosen.session.profile.stepCount === 0) {
      throw new UsageError(`Session ${chosen.number} of ${file} has no step.`);
    }
    return { ...chosen, of: sessions.length };
  }

  /** All sessions of a file. @throws InputError */
  async sessions(file: string): Promise<readonly SessionMeasurement[]> {
    return (await this.#trace(file)).sessions;
  }

  /**
   * The sessions of files, folders and archives, at most so many: those read when `patience` ends. The
   * reading goes on, and who asks again is told more. @throws InputError for a path.
   */
  async every(
    paths: readonly string[],
    most: number,
    patience: Promise<unknown>,
  ): Promise<TraceReading> {
    const key = JSON.stringify([most, ...paths]);
    const known = this.#listings.get(key);
    const listing: Listing = known ?? {
      ...{ sessions: [], unread: [], state: 'reading' },
      ended: Promise.resolve(),
    };
    if (known === undefined) {
      this.#listings.set(key, listing);
      listing.ended = this.#list(listing, paths, most).finally(() => this.#listings.delete(key));
      // Thrown at whoever waits for it.
      listing.ended.catch(() => null);
    }
    await Promise.race([listing.ended, patience]);
    const { sessions, unread, state } = listing;
    return { sessions: [...sessions], unread: [...unread], state };
  }

  /** Ends the readings that go on. */
  stop(): void {
    this.#stopped = true;
  }

  async #list(listing: Listing, paths: readonly string[], most: number): Promise<void> {
    for await (const one of this.each(paths, listing.unread)) {
      const full = listing.sessions.length === most;
      if (full) listing.state = 'limit';
      if (full || this.#stopped) return;
      listing.sessions.push(one);
    }
    listing.state = 'whole';
  }

  /**
   * The same one by one, and what cannot be read into `unread`; texts are counted by `estimators`.
   * @throws InputError for a path.
   */
  async *each(
    paths: readonly string[],
    unread: string[],
    estimators: readonly TextEstimator[] = [],
  ): AsyncGenerator<TraceSession, void, void> {
    for (const given of paths) {
      const path = await this.files.resolve(given);
      // Counts of texts are of one question; what else is measured does not change while the file does not.
      const through = (file: string, at: string, read: () => Found): Found =>
        estimators.length === 0 ? this.#before.through(file, at, read) : read();
      for await (const found of measureInput(given, path, { estimators, through })) {
        if ('error' in found) {
          unread.push(readErrorText(found.file, found.error));
          continue;
        }
        const { file, format, counts } = found;
        for (const [i, session] of found.sessions.entries()) {
          const shown = this.#shown(session, i + 1);
          yield { file, format, number: i + 1, session: shown, counts: counts[i] ?? null };
        }
      }
    }
  }

  #shown(session: SessionMeasurement, number: number): SessionMeasurement {
    return this.texts ? session : withoutTexts(session, number);
  }

  async #trace(file: string): Promise<MeasuredTrace> {
    const path = await this.files.resolve(file);
    const { size, mtimeMs } = await stat(path);
    const key = `${path} ${size} ${mtimeMs}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const trace = await this.#read(file, { names: true });
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size === KEPT) this.#kept.delete(oldest);
    this.#kept.set(key, trace);
    return trace;
  }

  async #read(file: string, kept: KeptTexts): Promise<MeasuredTrace> {
    const read = await measureTrace(file, await this.files.resolve(file), kept);
    if (!read.ok) throw new InputError(readErrorText(file, read.error));
    const sessions = read.value.sessions.map((one, i) => this.#shown(withNames(one), i + 1));
    return { ...read.value, sessions };
  }
}

/** A session whose names are read now, so that what they are read from is not kept. */
function withNames(session: SessionMeasurement): SessionMeasurement {
  if (session.references === undefined) return session;
  const index = session.references();
  return { ...session, references: () => index };
}
