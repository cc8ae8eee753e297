import * as z from 'zod';
import { recordedCompactionSchema } from '@/lib/engine/session/schema';
import { count, list } from '../fields';

/** GET /api/sessions/[id]/recorded-compactions: with their summaries. */
export const compactionListSchema = z.strictObject({ compactions: list(recordedCompactionSchema) });

/** GET /api/sessions/[id]/shapes: lib/engine/tokens/text/part-shapes.ts. */
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
