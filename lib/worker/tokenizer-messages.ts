/** What page and worker say to each other about tokenizers. Both sides check what comes. */
import * as z from 'zod';
import { encodings, textEstimatorIds } from '@/lib/tokens/text-estimators';
import type { TextCounts } from '@/lib/tokens/text-counts';

const count = z.int().min(0);
const column = z.custom<Int32Array>((value) => value instanceof Int32Array);

/** From the page. `run` numbers the runs of one page. */
export const tokenizerRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    run: count,
    /** Where the API is: a worker's own address may be a blob's. */
    origin: z.string(),
    session: z.string(),
    encoding: z.enum(encodings),
  }),
  z.strictObject({ kind: z.literal('cancel'), run: count }),
]);
export type TokenizerRequest = Readonly<z.infer<typeof tokenizerRequestSchema>>;

const countsSchema = z.strictObject({
  estimator: z.enum(textEstimatorIds),
  prefix: count,
  entries: column,
  thoughts: column,
  summaries: column,
}) satisfies z.ZodType<TextCounts>;

/** A session's texts as they were counted. */
export const tokenizerResultSchema = z.strictObject({
  /** Characters ÷ 4, which costs nothing more, and the tokenizer asked for. */
  counts: z.array(countsSchema).readonly(),
  /** Secrets that came masked: their masks were counted in their place. */
  masked: count,
  /** Entries of more than 1 MB, which came shortened. */
  cut: count,
});
export type TokenizerResult = Readonly<z.infer<typeof tokenizerResultSchema>>;

/** From the worker: how far it is; then one of three ends. */
export const tokenizerReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('progress'), run: count, done: count, total: count }),
  z.strictObject({ kind: z.literal('result'), run: count, result: tokenizerResultSchema }),
  z.strictObject({ kind: z.literal('cancelled'), run: count }),
  z.strictObject({ kind: z.literal('failed'), run: count, message: z.string() }),
  z.strictObject({ kind: z.literal('refused'), message: z.string() }),
]);
export type TokenizerReply = Readonly<z.infer<typeof tokenizerReplySchema>>;
