import * as z from 'zod';

/** One change sent by GET /api/events: the kind of thing that changed, and its id. */
const changeSchema = z.strictObject({
  /** import, session or folder; later versions may add kinds. */
  kind: z.string(),
  subject: z.string(),
});
export type LiveChange = Readonly<z.infer<typeof changeSchema>>;

/** The data of an event `changes`. */
export const changesSchema = z.strictObject({ changes: z.array(changeSchema).readonly() });

/** The data of an event `ready`: the server listens for changes from now on. */
export const readySchema = z.object({
  /** Build of the server's pages; absent where they are not built. */
  build: z.string().optional(),
});
