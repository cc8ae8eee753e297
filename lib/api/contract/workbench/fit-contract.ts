import * as z from 'zod';
import { count, list } from '../fields';

/** A threshold fitted to recorded compactions (lib/analysis/fit/fitted-threshold.ts). */
const fittedThresholdSchema = z.strictObject({
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
  /** The policy's count there, and its largest earlier count without a compaction. */
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
  /** Tokens; null if no policy matches the agent, so no threshold is fitted. */
  window: count.nullable(),
  /** Null without a recorded compaction to fit to. */
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
  /** Sessions of this agent with compactions that were examined; those with another version or window. */
  examined: count,
  others: count,
  /** True if only the newest sessions were examined. */
  more: z.boolean(),
});
export type LibraryFit = Readonly<z.infer<typeof libraryFitSchema>>;
