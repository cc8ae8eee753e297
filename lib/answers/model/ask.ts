import type * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import {
  QuestionError,
  type Answer,
  type AnyQuestion,
  type Progress,
  type Question,
} from './question';

/** Seconds of computing that an asking may take where nobody can stop it. */
const MOST_SECONDS = 60;

/** For hosts that answer at once. @throws QuestionError for an asking that takes too long */
export function refuseLong<I extends z.ZodObject, O extends z.ZodObject, F extends z.input<O>, S>(
  question: Question<I, O, F, S>,
  subject: S,
  input: z.output<I>,
): void {
  const { replays = 0, seconds = 0 } = question.work?.(subject, input) ?? {};
  if (seconds <= MOST_SECONDS) return;
  throw new QuestionError(
    'work',
    `${formatInteger(replays)} replays take about ${formatInteger(Math.round(seconds))} s, more than ${MOST_SECONDS} s: vary fewer values, name fewer sessions, or run "highwater ${question.id}".`,
  );
}

/**
 * Answers a question without a pause; `heard` gets its progress. @throws QuestionError for an input that the
 * session does not have.
 */
export function ask<I extends z.ZodObject, O extends z.ZodObject, F extends z.input<O>, S>(
  question: Question<I, O, F, S>,
  subject: S,
  input: z.output<I>,
  heard: (progress: Progress) => void = () => undefined,
): Answer<F> {
  const work = question.run(subject, input);
  for (;;) {
    const next = work.next();
    if (next.done === true) return answered(question, next.value, input);
    heard(next.value);
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
  S,
>(
  question: Question<I, O, F, S>,
  { subject, input }: { readonly subject: S; readonly input: z.output<I> },
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

const answered = <I extends z.ZodObject, O extends z.ZodObject, F extends z.input<O>, S>(
  question: Question<I, O, F, S>,
  facts: F,
  input: z.output<I>,
): Answer<F> => ({
  facts,
  blocks: question.tell(facts, input),
  failed: question.fails?.(facts, input) ?? false,
});

/** An answer's facts as JSON has them: numbers that are none are null, what only `tell` reads is left out. */
export function factsJson(
  { output }: Pick<AnyQuestion, 'output'>,
  { facts }: Pick<Answer, 'facts'>,
): Readonly<Record<string, unknown>> {
  const told = Object.keys(output.shape).map((name) => [name, facts[name]] as const);
  return output.parse(JSON.parse(JSON.stringify(Object.fromEntries(told))));
}
