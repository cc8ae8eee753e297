import * as z from 'zod';
import { apiErrorSchema } from './error-body';
import { count, idSchema, list, milliseconds } from './fields';

/** GET /api/imports/[id]/members: members from position `from` on, the failed ones first. */
export const memberQuerySchema = z.strictObject({
  from: z.coerce.number().int().min(0).default(0),
  take: z.coerce.number().int().min(1).max(200).default(100),
});

/**
 * POST /api/imports: pauses, resumes, cancels, retries or dismisses (takes off the list of failures) one import and
 * the members of its archive; without `id` all imports. Answers with the number of imports changed.
 */
export const importActionSchema = z.strictObject({
  action: z.enum(['pause', 'resume', 'cancel', 'retry', 'dismiss']),
  id: idSchema.optional(),
});
export type ImportAction = Readonly<z.infer<typeof importActionSchema>>;

/** Members of an archive, counted by state, with their sessions and bytes. */
export const memberTotalsSchema = z.strictObject({
  total: count,
  waiting: count,
  paused: count,
  running: count,
  done: count,
  /** Files that are not traces. */
  skipped: count,
  failed: count,
  cancelled: count,
  sessions: count,
  bytes: count,
  bytesRead: count,
});
export type MemberTotals = Readonly<z.infer<typeof memberTotalsSchema>>;

/** POST /api/sessions: with `numbersOnly` sizes are stored in place of text. */
export const uploadQuerySchema = z.strictObject({ numbersOnly: z.literal('1').optional() });

const receiptLineSchema = z.strictObject({
  reason: z.string(),
  records: count,
  at: list(z.union([z.string(), z.number()])),
  /** Set where the records could not be read or placed. */
  lost: z.literal(true).optional(),
});

/** Counts of a trace's records: read = kept + merged + dropped. */
export const receiptSchema = z.strictObject({
  format: z.string(),
  read: count,
  kept: count,
  merged: list(receiptLineSchema),
  dropped: list(receiptLineSchema),
  /** Dropped records that could not be read or placed; absent in receipts of older versions. */
  lost: count.optional(),
  remarks: list(z.string()),
  /** What the file may lack, each with what to bring; absent where nothing says so. */
  incomplete: list(z.string()).optional(),
});

export const importStatusSchema = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

/** One import of a trace: its progress or its result. */
export const importSchema = z.strictObject({
  id: idSchema,
  /** Name of the trace file. */
  file: z.string(),
  /** Size of the trace. */
  bytes: count,
  /** True for a sample that Highwater ships. */
  sample: z.boolean(),
  status: importStatusSchema,
  /** Id of the importer; null until it is known. */
  format: z.string().nullable(),
  /** Progress: bytes and records read so far. */
  bytesRead: count,
  records: count,
  /** Reason of the failure. */
  error: apiErrorSchema.nullable(),
  receipt: receiptSchema.nullable(),
  /** The earlier import that holds the same content; this one then changed nothing. */
  duplicateOf: idSchema.nullable(),
  /** Sessions it brought (or that the earlier import holds); empty until done. At most 200. */
  sessions: list(
    z.strictObject({
      id: idSchema,
      name: z.string(),
      lane: z.string(),
      steps: count,
      recordedCompactions: count,
    }),
  ),
  /** Number of all its sessions. */
  sessionCount: count,
  /** Source: upload, sample, member (of an archive), watch, otlp, api. */
  origin: z.string(),
  /** The archive it is a member of. */
  parentId: idSchema.nullable(),
  /** Waiting until it is resumed. */
  paused: z.boolean(),
  /** True if it failed and can be tried again. */
  retryable: z.boolean(),
  /** Results of its members, if it is an archive. */
  members: memberTotalsSchema.nullable(),
  /** Milliseconds since 1970. */
  createdAt: milliseconds,
  finishedAt: milliseconds.nullable(),
});
export type ImportRecord = Readonly<z.infer<typeof importSchema>>;

/** POST /api/sessions, POST /api/samples (202) and GET /api/imports. */
export const importListSchema = z.strictObject({ imports: list(importSchema) });

/**
 * GET /api/imports: those with these ids; with `failed` those that failed and were not dismissed; else the
 * unfinished and the recently ended.
 */
export const importQuerySchema = z.strictObject({
  failed: z.literal('1').optional(),
  ids: z
    .string()
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(z.array(idSchema).max(500))
    .optional(),
});
