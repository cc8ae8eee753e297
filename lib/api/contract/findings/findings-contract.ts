import * as z from 'zod';
import { idSchema, list, milliseconds } from '../fields';

/** A detector that the user does not want to see, with the reason. */
export const suppressionSchema = z.strictObject({
  id: idSchema,
  detector: z.string(),
  /** session: this one only. */
  scope: z.enum(['session', 'library']),
  reason: z.string(),
  createdAt: milliseconds,
});
export type SuppressionRecord = Readonly<z.infer<typeof suppressionSchema>>;

/** GET /api/sessions/[id]/suppressions: those that hold for the session, the newest first. */
export const suppressionListSchema = z.strictObject({ suppressions: list(suppressionSchema) });

/** POST /api/sessions/[id]/suppressions. */
export const suppressionInputSchema = z.strictObject({
  detector: z
    .string()
    .regex(/^[a-z]+(-[a-z]+)*$/, 'It is no id of a detector')
    .max(100),
  /** library: for every session. */
  scope: z.enum(['session', 'library']),
  reason: z.string().trim().min(1, 'A reason is needed').max(1_000),
});
export type SuppressionInput = Readonly<z.infer<typeof suppressionInputSchema>>;
