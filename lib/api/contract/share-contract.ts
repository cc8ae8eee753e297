import * as z from 'zod';
import { count, flag } from './fields';

/**
 * Content of a shared file. numbers: byte lengths and categories in place of every text.
 * full: the whole recording.
 */
const shareFormSchema = z.enum(['numbers', 'full']);
export type ShareForm = z.infer<typeof shareFormSchema>;

/** GET /api/sessions/[id]/export: the session as a canonical file. */
export const exportQuerySchema = z.strictObject({
  form: shareFormSchema.default('numbers'),
  /** With the user's notes, which are texts in either form. */
  notes: flag.default(false),
});

/** Number of distinct secrets of a kind, and of their places. */
const secretCountsSchema = z.record(z.string(), z.strictObject({ distinct: count, places: count }));
export type SecretCounts = Readonly<z.infer<typeof secretCountsSchema>>;

/** GET /api/sessions/[id]/share: content of either form. */
export const shareSchema = z.strictObject({
  entries: count,
  steps: count,
  compactions: count,
  /** Characters of the entries' JSON. */
  textChars: count,
  /** True if the stored session holds sizes only. */
  numbersOnly: z.boolean(),
  /** Secrets in the texts of the full form. */
  secrets: secretCountsSchema,
  /** The user's notes, which are in a file only where they are asked for. */
  notes: z.strictObject({ count, secrets: secretCountsSchema }),
});
export type Share = Readonly<z.infer<typeof shareSchema>>;
