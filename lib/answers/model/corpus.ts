import type * as z from 'zod';
import type { PricesOf } from '@/lib/analysis/cost/session-prices';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { SessionHead } from '@/lib/engine/session/schema';
import type { Profile } from '@/lib/engine/tokens/profile';
import { profileHash } from '@/lib/engine/tokens/profile-hash';
import type { TextCounts } from '@/lib/engine/tokens/text/text-counts';
import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import type { Question } from './question';
import { noPrices } from './subject';

/** A session of a corpus, in the hands of a question for as long as it takes what it needs of it. */
export interface CorpusSession {
  /** The file, or whatever else holds it. */
  readonly file: string;
  readonly head: Pick<SessionHead, 'name' | 'source' | 'model'>;
  readonly profile: Profile;
  /** Tokens of its texts by each estimator; null where nobody counted them, or it has sizes alone. */
  readonly counts: readonly TextCounts[] | null;
  /** What dates and groups it; its hash is made when it is asked for. */
  readonly facts: () => CorpusFacts;
  readonly pricesOf: PricesOf;
}

/** What a host knows of a session beside its numbers. */
interface KnownBeside extends Partial<Pick<CorpusSession, 'counts' | 'pricesOf'>> {
  /** Hash of the numbers; hosts that share results take SHA-256 of the encoded profile. */
  readonly hash?: (profile: Profile) => string;
}

/** A session that was read and measured as one of a corpus; without prices nothing has dollars. */
export function corpusSession(
  file: string,
  {
    draft,
    profile,
  }: { readonly draft: Pick<SessionDraft, 'head' | 'project'>; readonly profile: Profile },
  { counts = null, pricesOf = noPrices(profile), hash = profileHash }: KnownBeside = {},
): CorpusSession {
  const { head, project } = draft;
  const facts = (): CorpusFacts => factsOf(file, head, profile, { project, hash: hash(profile) });
  return { file, head, profile, counts, pricesOf, facts };
}

/** Sessions of one project are one cluster; without a project, those of a trace that belong together. */
function factsOf(
  file: string,
  { name, source, model, generated }: SessionHead,
  { steps }: Profile,
  { project, hash }: { readonly project: string | undefined; readonly hash: string },
): CorpusFacts {
  return {
    id: `${file} ${source.sessionId} ${source.lane}`,
    name,
    agent: source.agent,
    model,
    hash,
    generated: generated !== null,
    subAgent: source.parent !== null,
    cluster: project ?? `${file} ${source.parent?.sessionId ?? source.sessionId}`,
    startedAt: steps.time.find((time) => !Number.isNaN(time)) ?? null,
  };
}

/** What was taken of each session, in the order in which they were read. */
export interface CorpusSubject<T> {
  readonly taken: readonly T[];
  /** Names of the files that fields of the input were read from, by field. */
  readonly fileOf?: Readonly<Record<string, string>>;
}

/**
 * A question about many sessions. Its host reads one after the other, and keeps of each only what the
 * question takes: a corpus need not fit into memory.
 */
export interface CorpusQuestion<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  F extends z.input<O> = z.input<O>,
  T = unknown,
> extends Question<I, O, F, CorpusSubject<T>> {
  /** Pure. @throws QuestionError */
  take(session: CorpusSession, input: z.output<I>): T;
}

/** Declares a question about a corpus; `registry.ts` lists it. */
export const defineCorpusQuestion = <
  const I extends z.ZodObject,
  O extends z.ZodObject,
  F extends z.input<O>,
  T,
>(
  question: CorpusQuestion<I, O, F, T>,
): CorpusQuestion<I, O, F, T> => question;
