import * as z from 'zod';
import { replayRequestSchema } from '../replay-contract';

/** POST /api/sessions/[id]/recall: policy, settings and faults as of a replay. */
export const recallRequestSchema = replayRequestSchema.omit({ steps: true }).extend({
  /** Takes off the names of another session: its id, or `another` for the one that `GET` of this names. */
  against: z.string().min(1).max(100).optional(),
});

/** A session whose names are the chance level. */
const otherSessionSchema = z.strictObject({ id: z.string(), name: z.string() });
export type OtherSession = Readonly<z.infer<typeof otherSessionSchema>>;

/**
 * GET /api/sessions/[id]/recall: the session whose names tell the chance level: the longest recorded one
 * with texts of another trace, of equal ones the older; null where the library has none.
 */
export const recallOtherSchema = z.strictObject({ another: otherSessionSchema.nullable() });

/** The report of `highwater recall --json`, for one session. */
export const recallAnswerSchema = z.strictObject({
  producer: z.string(),
  policy: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** False for a session of numbers alone, whose names nobody knows. */
  available: z.boolean(),
  /** Whose names are taken off; null for none. Only where they are asked for. */
  against: otherSessionSchema.nullable().optional(),
  /** lib/analysis/recall/recall-report.ts; null where it is not available. */
  recall: z.record(z.string(), z.unknown()).nullable(),
});
