import * as z from 'zod';

/** What another session of the model shows. */
const limitProofSchema = z.strictObject({
  file: z.string(),
  accepted: z.int().positive().nullable(),
});

/** The most prompt tokens the provider accepts, and the source of that number. */
export const limitSchema = z.strictObject({
  tokens: z.int().positive(),
  /** table: assumed; raised: the same by an accepted request; proved: by another session's; link: an address says it. */
  source: z.enum(['recording', 'user', 'table', 'raised', 'proved', 'link']),
  /** Another session's file, and the tokens of its largest accepted request; null where a refusal names the limit. */
  proof: limitProofSchema.optional(),
});
export type Limit = Readonly<z.infer<typeof limitSchema>>;
