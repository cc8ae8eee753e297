import * as z from 'zod';
import { idSchema } from './contract';

/** GET /api/imports/[id]/members: those from position `from` on; what failed stands first. */
export const memberQuerySchema = z.strictObject({
  from: z.coerce.number().int().min(0).default(0),
  take: z.coerce.number().int().min(1).max(200).default(100),
});

/**
 * POST /api/imports: pauses, resumes, cancels or tries again one import and the members of its
 * archive; all without `id`. Answers with how many it concerned.
 */
export const importActionSchema = z.strictObject({
  action: z.enum(['pause', 'resume', 'cancel', 'retry']),
  id: idSchema.optional(),
});
export type ImportAction = Readonly<z.infer<typeof importActionSchema>>;
