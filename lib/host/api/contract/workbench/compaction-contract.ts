import * as z from 'zod';
import { recordedCompactionSchema } from '@/lib/session/schema';
import { count, flag, list } from '../fields';

/**
 * GET /api/sessions/[id]/compactions. With `detail` also those of the replay, each with its shares and
 * what its summariser was given; `text` adds mechanical summaries.
 */
export const compactionQuerySchema = z.strictObject({
  detail: flag.default(false),
  text: flag.default(false),
  /** As of POST /api/sessions/[id]/replay. */
  policy: z.string().max(100).optional(),
  preset: z.string().max(100).optional(),
});

/** The recorded compactions with their summaries. */
export const compactionListSchema = z.strictObject({
  compactions: list(recordedCompactionSchema),
  /** With `detail`: the policy of the replay, and every compaction of recording and replay. */
  policy: z.string().optional(),
  reports: list(z.record(z.string(), z.unknown())).optional(),
});

/** GET /api/sessions/[id]/shapes: lib/tokens/text/part-shapes.ts. */
export const shapesSchema = z.strictObject({
  names: list(z.string()),
  entries: list(list(z.int())),
});

/** GET /api/sessions/[id]/excerpts: the beginnings of each entry's texts, as a mechanical summary quotes them. */
export const excerptsSchema = z.strictObject({
  from: count,
  entries: list(list(z.string())),
  /** Where a long answer continues; null at the end. */
  next: count.nullable(),
});
