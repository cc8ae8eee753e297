import * as z from 'zod';

/** The policy that a session opens with, by ids and by name. */
export const openingBriefSchema = z.strictObject({
  policy: z.string(),
  preset: z.string().nullable(),
  label: z.string(),
  /** Label of the preset. */
  version: z.string().nullable(),
  /** It models the agent; else it stands in for a policy that would. */
  own: z.boolean(),
});
