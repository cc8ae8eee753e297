import * as z from 'zod';
import { inputFields } from '@/lib/answers/model/fields';
import type { AnyQuestion } from '@/lib/answers/model/question';
import { replayRequestSchema } from './replay-contract';

/** What every question about a session may be asked with: policy, preset, settings and faults of a replay. */
const replayFields = replayRequestSchema.shape;

/** The body of POST /api/sessions/[id]/[question]. */
export const questionRequestSchema = (question: AnyQuestion) =>
  z.strictObject({
    ...replayFields,
    ...question.input.shape,
    ...(question.sheet === undefined
      ? {}
      : { [question.sheet.name]: z.boolean().default(false).describe('Answer with every row') }),
  });

/** The answer: what it was replayed under, and the facts. */
export const questionAnswerSchema = (question: AnyQuestion) =>
  z.object({
    producer: z.string().describe('Version and engine that computed it'),
    policy: z.string(),
    preset: z.string().nullable(),
    settings: z.record(z.string(), z.unknown()),
    ...question.output.shape,
    ...(question.sheet === undefined
      ? {}
      : { [question.sheet.name]: z.array(z.record(z.string(), z.unknown())).optional() }),
  });

/** Types whose value is written as JSON in an address; others are texts. */
const asJson = new Set(['integer', 'number', 'boolean', 'object', 'array']);

/** The same input in an address: numbers, settings and faults are JSON. A value that is none stays a text. */
export function questionQuery(
  question: AnyQuestion,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const fields = inputFields(questionRequestSchema(question));
  const types = new Map(fields.map(({ key, type }) => [key, type]));
  const read = (key: string, text: string): unknown => {
    if (!asJson.has(types.get(key) ?? 'string')) return text;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  };
  return Object.fromEntries(Object.entries(query).map(([key, text]) => [key, read(key, text)]));
}
