import type * as z from 'zod';
import { kebabCase } from '@/lib/answers/model/fields';
import { ask } from '@/lib/answers/model/ask';
import {
  QuestionError,
  type Answer,
  type AnyQuestion,
  type Question,
} from '@/lib/answers/model/question';
import type { KeptTexts } from '@/lib/analysis/subject/session-measurement';
import { UsageError } from '../exit-code';

/** Flags whose name is not their field's. */
const fieldOfFlag: Readonly<Record<string, string>> = {
  ...{ price: 'prices', by: 'axis', set: 'settings', policy: 'policies' },
};

/** The option of a field: "--by" of axis. */
export function optionName(key: string): string {
  const [flag = kebabCase(key)] =
    Object.entries(fieldOfFlag).find(([, field]) => field === key) ?? [];
  return `--${flag}`;
}

/** What of a trace's texts a question needs. */
export const keptFor = ({ needs = [] }: Pick<AnyQuestion, 'needs'>): KeptTexts => ({
  names: needs.includes('names'),
  texts: needs.includes('texts'),
});

/** A question's own fields among the options. @throws UsageError in the words of the command line. */
export function inputOf(
  question: Pick<AnyQuestion, 'input'>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { shape } = question.input;
  const named = Object.entries(given).map(
    ([flag, value]) => [flag in shape ? flag : (fieldOfFlag[flag] ?? flag), value] as const,
  );
  const own = named.filter(([key]) => key in shape);
  const read = question.input.safeParse(Object.fromEntries(own));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(
    `${optionName(String(issue?.path[0] ?? ''))}: ${issue?.message ?? 'it is not allowed'}.`,
  );
}

/** Asks a question; what is wrong with its input is wrong usage. @throws UsageError */
export function answerOf<S>(
  question: Question<z.ZodObject, z.ZodObject, z.input<z.ZodObject>, S>,
  subject: S,
  input: Readonly<Record<string, unknown>>,
): Answer {
  try {
    return ask(question, subject, input);
  } catch (error) {
    throw error instanceof QuestionError ? new UsageError(error.message) : error;
  }
}
