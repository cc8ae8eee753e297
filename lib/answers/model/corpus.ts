import type * as z from 'zod';
import type { SessionHead } from '@/lib/engine/session/schema';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { TextCounts } from '@/lib/engine/tokens/text/text-counts';
import type { Question } from './question';

/** A session of a corpus, in the hands of a question for as long as it takes what it needs of it. */
export interface CorpusSession {
  /** The file, or whatever else holds it. */
  readonly file: string;
  readonly head: Pick<SessionHead, 'name' | 'source' | 'model'>;
  readonly profile: Profile;
  /** Tokens of its texts by each estimator; null where nobody counted them, or it has sizes alone. */
  readonly counts: readonly TextCounts[] | null;
}

/** What was taken of each session, in the order in which they were read. */
export interface CorpusSubject<T> {
  readonly taken: readonly T[];
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
