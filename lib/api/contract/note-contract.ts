import * as z from 'zod';
import { MOST_NOTE } from '@/lib/engine/session/step-note';
import { count, idSchema, list, milliseconds } from './fields';

const text = z.string().trim().min(1, 'A note needs a text').max(MOST_NOTE);

/** A note on a step, or on the steps from `first` to `last`. */
export const noteSchema = z.strictObject({
  id: idSchema,
  first: count,
  last: count,
  text: z.string(),
  createdAt: milliseconds,
  updatedAt: milliseconds,
});
export type NoteRecord = Readonly<z.infer<typeof noteSchema>>;

/** GET /api/sessions/[id]/notes: in the order of their steps. */
export const noteListSchema = z.strictObject({ notes: list(noteSchema) });

/** POST /api/sessions/[id]/notes; without `last` it is on one step. */
export const noteInputSchema = z
  .strictObject({ first: count, last: count.optional(), text })
  .refine(({ first, last = first }) => first <= last, 'The range ends before it begins');
export type NoteInput = Readonly<z.input<typeof noteInputSchema>>;

/** PATCH /api/sessions/[id]/notes/[note]. */
export const notePatchSchema = z.strictObject({ text });
