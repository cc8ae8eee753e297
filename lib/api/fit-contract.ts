import * as z from 'zod';

const count = z.int().min(0);
const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();

/** A threshold fitted to recorded compactions (lib/report/fitted-threshold.ts). */
export const fittedThresholdSchema = z.strictObject({
  tokens: count,
  n: count,
  sessions: count,
  least: count,
  greatest: count,
  held: count.nullable(),
  contradicting: count,
});

/** A recorded compaction the threshold is fitted to; counts in tokens. */
const fitCompactionSchema = z.strictObject({
  step: count,
  trigger: z.enum(['auto', 'manual', 'unknown']),
  /** As the agent recorded it. */
  preTokens: count.nullable(),
  /** What the policy counts there, and the most it counted before, when nothing fired. */
  value: count.nullable(),
  held: count.nullable(),
});

/**
 * GET /api/sessions/[id]/fit: the threshold fitted to all sessions of the library that the same
 * version of the same agent recorded at the same window.
 */
export const libraryFitSchema = z.strictObject({
  agent: z.string(),
  /** As recorded; null where no recording names it. */
  version: z.string().nullable(),
  /** Tokens; null where no policy claims to be what ran, so that nothing is fitted. */
  window: count.nullable(),
  /** Null without a recorded compaction that a threshold can be fitted to. */
  fitted: fittedThresholdSchema.nullable(),
  /** The sessions with their evidence, newest first. */
  sessions: list(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      model: z.string().nullable(),
      compactions: list(fitCompactionSchema),
    }),
  ),
  /** Sessions of this agent with compactions that were looked at, and how many ran another version or window. */
  examined: count,
  others: count,
  /** There are more than were looked at: the newest are taken. */
  more: z.boolean(),
});
export type LibraryFit = Readonly<z.infer<typeof libraryFitSchema>>;
