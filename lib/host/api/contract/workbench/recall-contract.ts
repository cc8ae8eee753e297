import * as z from 'zod';
import { replayRequestSchema } from '../replay-contract';

/** POST /api/sessions/[id]/recall: policy, settings and faults as of a replay. */
export const recallRequestSchema = replayRequestSchema.omit({ steps: true });

/** The report of `highwater recall --json`, for one session. */
export const recallAnswerSchema = z.strictObject({
  producer: z.string(),
  policy: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** False for a session of numbers alone, whose names nobody knows. */
  available: z.boolean(),
  /** lib/analysis/recall/recall-report.ts; null where it is not available. */
  recall: z.record(z.string(), z.unknown()).nullable(),
});
