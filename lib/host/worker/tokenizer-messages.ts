/** Messages between page and worker about tokenizers; both sides check them. */
import * as z from 'zod';
import { encodings, textEstimatorIds } from '@/lib/tokens/text/text-estimators';
import type { TextCounts } from '@/lib/tokens/text/text-counts';

const count = z.int().min(0);
const column = z.custom<Int32Array>((value) => value instanceof Int32Array);

/** From the page. `run` numbers the runs of one page. */
export const tokenizerRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    run: count,
    /** Origin of the API; a worker's own address may be a blob's. */
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

/** Counts of a session's texts. */
const tokenizerResultSchema = z.strictObject({
  /** Characters ÷ 4, at no extra cost, and the requested tokenizer. */
  counts: z.array(countsSchema).readonly(),
  /** Number of masked secrets; their masks were counted in their place. */
  masked: count,
  /** Number of entries over 1 MB, which were counted shortened. */
  cut: count,
});
export type TokenizerResult = Readonly<z.infer<typeof tokenizerResultSchema>>;

/** From the worker: progress, then one of three ends. */
export const tokenizerReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('progress'), run: count, done: count, total: count }),
  z.strictObject({ kind: z.literal('result'), run: count, result: tokenizerResultSchema }),
  z.strictObject({ kind: z.literal('cancelled'), run: count }),
  z.strictObject({ kind: z.literal('failed'), run: count, message: z.string() }),
  z.strictObject({ kind: z.literal('refused'), message: z.string() }),
]);
export type TokenizerReply = Readonly<z.infer<typeof tokenizerReplySchema>>;
