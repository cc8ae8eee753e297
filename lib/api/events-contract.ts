import * as z from 'zod';

/** One change as GET /api/events tells it: what changed and its id. */
export const changeSchema = z.strictObject({
  /** import, session or folder; later versions may know more. */
  kind: z.string(),
  subject: z.string(),
});
export type LiveChange = Readonly<z.infer<typeof changeSchema>>;

/** The data of an event `changes`. */
export const changesSchema = z.strictObject({ changes: z.array(changeSchema).readonly() });
