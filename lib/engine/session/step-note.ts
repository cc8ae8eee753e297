import * as z from 'zod';

/** Most characters of a note. */
export const MOST_NOTE = 4_000;

/** Most notes of a session. */
export const MOST_NOTES = 1_000;

const count = z.int().min(0);

/** What a user wrote on a step, or on the steps from `first` to `last`. */
export const stepNoteSchema = z
  .strictObject({ first: count, last: count, text: z.string().trim().min(1).max(MOST_NOTE) })
  .refine(({ first, last }) => first <= last, 'The note ends before it begins');
export type StepNote = Readonly<z.infer<typeof stepNoteSchema>>;
