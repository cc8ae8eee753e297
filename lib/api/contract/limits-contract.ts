import * as z from 'zod';
import { limitPatternsSchema } from '@/lib/engine/tokens/limits/limit-patterns';

/** GET and PUT /api/limits: limits by model name, for all sessions without their own limit. */
export const limitsSchema = z.strictObject({ limits: limitPatternsSchema });

/** The answer to PUT /api/limits: the limits, and the number of sessions changed. */
export const changedLimitsSchema = z.strictObject({
  limits: limitPatternsSchema,
  sessions: z.int().min(0),
});
export type ChangedLimits = Readonly<z.infer<typeof changedLimitsSchema>>;
