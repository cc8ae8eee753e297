import type * as z from 'zod';
import type { Answer, AnyQuestion, Progress, Question, SessionSubject } from './question';

/** Answers a question without a pause. @throws QuestionError for an input that the session does not have. */
export function ask<I extends z.ZodObject, O extends z.ZodObject, F extends z.input<O>>(
  question: Question<I, O, F>,
  subject: SessionSubject,
  input: z.output<I>,
): Answer<F> {
  const work = question.run(subject, input);
  for (;;) {
    const next = work.next();
    if (next.done === true) return answered(question, next.value, input);
  }
}

/**
 * Answers in slices, with a pause after each: a server goes on serving. null where `signal` stopped it.
 * @throws QuestionError
 */
export async function askInSlices<
  I extends z.ZodObject,
  O extends z.ZodObject,
  F extends z.input<O>,
>(
  question: Question<I, O, F>,
  { subject, input }: { readonly subject: SessionSubject; readonly input: z.output<I> },
  pause: (progress: Progress) => Promise<void>,
  signal: { readonly aborted: boolean },
): Promise<Answer<F> | null> {
  const work = question.run(subject, input);
  for (;;) {
    if (signal.aborted) return null;
    const next = work.next();
    if (next.done === true) return answered(question, next.value, input);
    await pause(next.value);
  }
}

const answered = <I extends z.ZodObject, O extends z.ZodObject, F extends z.input<O>>(
  question: Question<I, O, F>,
  facts: F,
  input: z.output<I>,
): Answer<F> => ({
  facts,
  blocks: question.tell(facts, input),
  failed: question.fails?.(facts, input) ?? false,
});

/** An answer's facts as JSON has them: numbers that are none are null, what only `tell` reads is left out. */
export const factsJson = (
  { output }: AnyQuestion,
  { facts }: Pick<Answer, 'facts'>,
): Readonly<Record<string, unknown>> => output.parse(JSON.parse(JSON.stringify(facts)));
