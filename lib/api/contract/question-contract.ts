import * as z from 'zod';
import { MOST_LANES } from '@/lib/analysis/compare/lane-text';
import { inputFields } from '@/lib/answers/model/fields';
import type { LanesQuestion } from '@/lib/answers/model/lanes';
import type { AnyQuestion } from '@/lib/answers/model/question';
import { NAMES_ONE, namedSessionsSchema, namesOne } from './corpus-contract';
import { count, idSchema } from './fields';
import { replayRequestSchema } from './replay-contract';

/** What every question about a session may be asked with: policy, preset, settings and faults of a replay. */
const replayFields = replayRequestSchema.shape;

const againstSchema = z
  .union([z.literal('none'), idSchema])
  .optional()
  .describe('Id of the session whose names are taken off, the chance level, or none');

/** The body of POST /api/sessions/[id]/[question]. */
export const questionRequestSchema = (question: AnyQuestion) =>
  z.strictObject({
    ...replayFields,
    ...(question.needs?.includes('other') === true ? { against: againstSchema } : {}),
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

/** The body of POST /api/[question] for a question about lanes. */
export const lanesRequestSchema = (question: LanesQuestion) =>
  z.strictObject({
    lanes: z
      .array(z.string().max(4_000))
      .min(1)
      .max(MOST_LANES)
      .readonly()
      .describe('Lanes as in a link to the page: "<session id>:own:window=190000"'),
    baseline: count
      .max(MOST_LANES - 1)
      .default(0)
      .describe('Number of the lane that the others are compared with, from 0'),
    ...question.input.shape,
  });

/** The body of POST /api/[question] for a question about a corpus. */
export const corpusRequestSchema = (question: Pick<AnyQuestion, 'input'>) =>
  z
    .strictObject({ ...namedSessionsSchema.shape, ...question.input.shape })
    .refine((body) => namesOne(body), NAMES_ONE);

/** The answer to a question about several sessions: the facts. */
export const sessionsAnswerSchema = (question: Pick<AnyQuestion, 'output'>) =>
  z.object({
    producer: z.string().describe('Version and engine that computed it'),
    ...question.output.shape,
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
