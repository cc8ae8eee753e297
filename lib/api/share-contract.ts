import * as z from 'zod';

const count = z.int().min(0);

/**
 * What a shared file holds. numbers: byte lengths and categories in place of every text.
 * full: everything that was recorded.
 */
export const shareFormSchema = z.enum(['numbers', 'full']);
export type ShareForm = z.infer<typeof shareFormSchema>;

/** GET /api/sessions/[id]/export: the session as a canonical file. */
export const exportQuerySchema = z.strictObject({ form: shareFormSchema.default('numbers') });

/** How many distinct secrets of a kind there are, and in how many places. */
export const secretCountsSchema = z.record(
  z.string(),
  z.strictObject({ distinct: count, places: count }),
);
export type SecretCounts = Readonly<z.infer<typeof secretCountsSchema>>;

/** GET /api/sessions/[id]/share: what leaves with either form. */
export const shareSchema = z.strictObject({
  entries: count,
  steps: count,
  compactions: count,
  /** Characters of the entries' JSON. */
  textChars: count,
  /** Whether the stored session itself holds sizes only. */
  numbersOnly: z.boolean(),
  /** Secrets in the texts that the full form would carry. */
  secrets: secretCountsSchema,
});
export type Share = Readonly<z.infer<typeof shareSchema>>;
