import * as z from 'zod';
import type { Block } from '@/lib/answers/model/block';
import { list } from './fields';

/** What a page accepts: an answer's blocks, which it draws as it likes. */
export const BLOCKS_TYPE = 'application/vnd.highwater.blocks+json';

const inputFieldSchema = z.strictObject({
  key: z.string(),
  about: z.string(),
  /** Its type by JSON Schema: integer, number, boolean, string, object or array. */
  type: z.string(),
  /** The values that it takes; null for any of its type. */
  values: list(z.string()).nullable(),
});

const questionBriefSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  fields: list(inputFieldSchema),
});
export type QuestionBrief = Readonly<z.infer<typeof questionBriefSchema>>;

/** GET /api/questions: every question about a session, and its own fields. */
export const questionsSchema = z.strictObject({ questions: list(questionBriefSchema) });

/** The answer to a question that accepts blocks. Its blocks are the printers' own data. */
export const blocksSchema = z.strictObject({
  producer: z.string(),
  blocks: z.custom<readonly Block[]>(Array.isArray),
});
