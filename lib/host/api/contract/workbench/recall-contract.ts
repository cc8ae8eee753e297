import * as z from 'zod';
import { chanceKins } from '@/lib/analysis/recall/chance-session';
import { replayRequestSchema } from '../replay-contract';

/**
 * Whose names are taken off, as the chance level: a session's id, `none` for nobody's, and `another` (or
 * nothing) for the session that `GET` of this names.
 */
const againstSchema = z.string().min(1).max(100);

/** Nobody's names are taken off. */
export const AGAINST_NONE = 'none';
/** Names of the session that is the first to be taken. */
export const AGAINST_ANOTHER = 'another';

/** POST /api/sessions/[id]/recall: policy, settings and faults as of a replay. */
export const recallRequestSchema = replayRequestSchema.omit({ steps: true }).extend({
  against: againstSchema.default(AGAINST_ANOTHER),
});

/** GET /api/sessions/[id]/recall?against= */
export const recallQuerySchema = z.strictObject({
  against: againstSchema.default(AGAINST_ANOTHER),
});

/** A session whose names are the chance level, and how near its work is. */
const otherSessionSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kin: z.enum(chanceKins),
});
export type OtherSession = Readonly<z.infer<typeof otherSessionSchema>>;

/** GET /api/sessions/[id]/recall: the session whose names tell the chance level. */
export const recallOtherSchema = z.strictObject({
  /**
   * What is taken where nobody is named: the longest recorded session with texts of another trace and,
   * as far as is known, another project, of equal ones the older; without one, the longest of the same
   * project, or of the same trace. Null where the library has none.
   */
  another: otherSessionSchema.nullable(),
  /** The one that is asked for; null for none. */
  against: otherSessionSchema.nullable(),
  /** Those that might be taken, the one that is taken first. */
  others: z.array(otherSessionSchema).readonly(),
});

/** The report of `highwater recall --json`, for one session. */
export const recallAnswerSchema = z.strictObject({
  producer: z.string(),
  policy: z.string(),
  settings: z.record(z.string(), z.unknown()),
  /** False for a session of numbers alone, whose names nobody knows. */
  available: z.boolean(),
  /** Whose names are taken off; null for nobody's. */
  against: otherSessionSchema.nullable(),
  /** lib/analysis/recall/recall-report.ts; null where it is not available. */
  recall: z.record(z.string(), z.unknown()).nullable(),
});
