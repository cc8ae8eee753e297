import type * as z from 'zod';
import { factsJson } from '@/lib/answers/model/ask';
import type { AnyQuestion, Answer } from '@/lib/answers/model/question';

/** What of a question says how much a tool tells. */
type Told = Pick<AnyQuestion, 'output' | 'long' | 'most'>;

/** The members of an answer that a tool tells. */
export function toolOutput({ output, long = [] }: Told): z.ZodRawShape {
  const left: Readonly<Record<string, true>> = Object.fromEntries(long.map((name) => [name, true]));
  return output.omit(left).shape;
}

/** An answer's facts as a tool tells them: without what is long, and the first rows of long lists. */
export function toolFacts(question: Told, answer: Answer): Readonly<Record<string, unknown>> {
  const { long = [], most = {} } = question;
  const facts = Object.entries(factsJson(question, answer));
  return Object.fromEntries(
    facts
      .filter(([name]) => !long.includes(name))
      .map(([name, value]) => [name, firstRows(value, most[name])]),
  );
}

const firstRows = (value: unknown, count: number | undefined): unknown =>
  Array.isArray(value) && count !== undefined ? value.slice(0, count) : value;
