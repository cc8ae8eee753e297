import * as z from 'zod';
import {
  entrySchema,
  limitSchema,
  noticeSchema,
  prefixSchema,
  recordedCompactionSchema,
  sourceSchema,
  stepSchema,
} from '@/lib/session/schema';
import { apiErrorSchema } from './error-body';
import { memberTotalsSchema } from './member-totals';

export {
  apiErrorSchema,
  errorCodes,
  errorEnvelopeSchema,
  type ApiErrorBody,
  type ErrorCode,
} from './error-body';

const count = z.int().min(0);
const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();
const milliseconds = z.number();

/** Identifier of a session or an import: lower-case letters and digits. */
export const idSchema = z.string().regex(/^[0-9a-z]{8,32}$/, 'is not an identifier');

/** A: usage and prefix recorded · B: usage, no prefix · C: usage in part · D: none. */
export const usageTierSchema = z.enum(['A', 'B', 'C', 'D']);
export type UsageTier = z.infer<typeof usageTierSchema>;

/** One session as the library lists it; light enough for 10,000 rows. */
export const sessionRowSchema = z.strictObject({
  id: idSchema,
  importId: idSchema,
  name: z.string(),
  /** Name of the trace file. */
  file: z.string(),
  /** Id of the importer that read it. */
  format: z.string(),
  agent: z.string(),
  lane: z.string(),
  /** Identifier inside the trace, and the lane it belongs to: parents are found by both. */
  sessionId: z.string(),
  parent: sourceSchema.shape.parent,
  model: z.string().nullable(),
  entries: count,
  steps: count,
  /** Largest real of any step; null where nothing is known. */
  peakReal: count.nullable(),
  /** The peak is projected, not recorded. */
  peakProjected: z.boolean(),
  /** The limit in force: the user's, else the recording's, else the table's. */
  limit: count.nullable(),
  recordedCompactions: count,
  /**
   * Compactions and overflowing steps under the latest ContextGuard with window = limit; null where
   * the limit is unknown.
   */
  compactions: count.nullable(),
  overflowSteps: count.nullable(),
  usageTier: usageTierSchema,
  /** At most 64 points in percent of the limit (of the peak where no limit is known), rounded. */
  sparkline: list(count),
  /** Made by a scenario, not recorded. */
  generated: z.boolean(),
  /** Milliseconds since 1970. */
  importedAt: milliseconds,
});
export type SessionRow = Readonly<z.infer<typeof sessionRowSchema>>;

/** GET /api/sessions: rows, newest first; `next` is the cursor of the following page. */
export const sessionPageSchema = z.strictObject({
  sessions: list(sessionRowSchema),
  next: z.int().nullable(),
});
export type SessionPage = Readonly<z.infer<typeof sessionPageSchema>>;

/** Rows of one answer: reading as many keeps the server's event loop free. */
export const MOST_ROWS = 500;

/** GET /api/sessions: `after` is a cursor, `take` the most rows of the answer. */
export const sessionPageQuerySchema = z.strictObject({
  after: z.coerce.number().int().min(1).optional(),
  take: z.coerce.number().int().min(1).max(MOST_ROWS).default(MOST_ROWS),
});

/** POST /api/sessions: with `numbersOnly` sizes are stored in place of text. */
export const uploadQuerySchema = z.strictObject({ numbersOnly: z.literal('1').optional() });

const receiptLineSchema = z.strictObject({
  reason: z.string(),
  records: count,
  at: list(z.union([z.string(), z.number()])),
});

/** What became of every record of a trace: read = kept + merged + dropped. */
export const receiptSchema = z.strictObject({
  format: z.string(),
  read: count,
  kept: count,
  merged: list(receiptLineSchema),
  dropped: list(receiptLineSchema),
  remarks: list(z.string()),
});

export const importStatusSchema = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type ImportStatus = z.infer<typeof importStatusSchema>;

/** One trace on its way into the library, or what became of it. */
export const importSchema = z.strictObject({
  id: idSchema,
  /** Name of the trace file. */
  file: z.string(),
  /** Size of the trace. */
  bytes: count,
  /** Loaded by the program itself. */
  sample: z.boolean(),
  status: importStatusSchema,
  /** Id of the importer; null until it is known. */
  format: z.string().nullable(),
  /** Progress: bytes and records read so far. */
  bytesRead: count,
  records: count,
  /** Why it failed. */
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
      usageTier: usageTierSchema,
    }),
  ),
  /** How many sessions there are altogether. */
  sessionCount: count,
  /** How it came: upload, sample, member (of an archive), watch, otlp, api. */
  origin: z.string(),
  /** The archive it is a member of. */
  parentId: idSchema.nullable(),
  /** Waiting until it is resumed. */
  paused: z.boolean(),
  /** It failed and can be tried again. */
  retryable: z.boolean(),
  /** What became of its members, where it is an archive. */
  members: memberTotalsSchema.nullable(),
  /** Milliseconds since 1970. */
  createdAt: milliseconds,
  finishedAt: milliseconds.nullable(),
});
export type ImportRecord = Readonly<z.infer<typeof importSchema>>;

/** POST /api/sessions, POST /api/samples (202) and GET /api/imports. */
export const importListSchema = z.strictObject({ imports: list(importSchema) });

/** GET /api/imports: the named ones; without `ids` those unfinished or finished lately. */
export const importQuerySchema = z.strictObject({
  ids: z
    .string()
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(z.array(idSchema).max(500))
    .optional(),
});

/** A prefix the user attached, measured. */
export const attachedPrefixSchema = z.strictObject({
  /** Heuristic tokens of the system prompt, and its UTF-8 bytes; null where none is attached. */
  system: z.strictObject({ tokens: count, bytes: count }).nullable(),
  /** Heuristic tokens of the tool definitions, and how many they are. */
  tools: z.strictObject({ tokens: count, tools: count }).nullable(),
  /** Milliseconds since 1970. */
  attachedAt: milliseconds,
});
export type AttachedPrefix = Readonly<z.infer<typeof attachedPrefixSchema>>;

/** GET /api/sessions/[id]: everything of a session but its columns and its text. */
export const sessionRecordSchema = z.strictObject({
  row: sessionRowSchema,
  source: sourceSchema,
  thoughts: z.enum(['kept', 'stripped']),
  scenario: z.string().nullable(),
  notices: list(noticeSchema),
  /** What the importer found, or the table; before the user's override. */
  recordedLimit: limitSchema.nullable(),
  /** The user's own limit. */
  limitOverride: z.int().positive().nullable(),
  /** Heuristic tokens of the recorded prefix; null for a share that the trace does not hold. */
  recordedPrefix: z.strictObject({ system: count.nullable(), tools: count.nullable() }),
  attachedPrefix: attachedPrefixSchema.nullable(),
  receipt: receiptSchema.nullable(),
  /** Other sessions of the same trace: lanes, sub-agents, branches. At most 200. */
  siblings: list(
    z.strictObject({ id: idSchema, name: z.string(), lane: z.string(), steps: count }),
  ),
});
export type SessionRecord = Readonly<z.infer<typeof sessionRecordSchema>>;

/** PATCH /api/sessions/[id]. */
export const sessionPatchSchema = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  /** The user's own limit; null takes it back. */
  limit: z
    .strictObject({ tokens: z.int().min(1).max(100_000_000) })
    .nullable()
    .optional(),
});
export type SessionPatch = Readonly<z.infer<typeof sessionPatchSchema>>;

/**
 * PUT /api/sessions/[id]/prefix. Tools: a list of definitions as genai (`functionDeclarations`),
 * OpenAI, Anthropic or MCP write them, or an object that holds such a list.
 */
export const prefixInputSchema = z.strictObject({
  system: z.string().max(10_000_000).nullable(),
  tools: z.json().nullable(),
});
export type PrefixInput = Readonly<z.infer<typeof prefixInputSchema>>;

/** GET /api/sessions/[id]/prefix: the text of both prefixes. */
export const prefixTextSchema = z.strictObject({
  recorded: prefixSchema,
  attached: prefixSchema.nullable(),
});
export type PrefixText = Readonly<z.infer<typeof prefixTextSchema>>;

/** GET /api/sessions/[id]/compactions: the recorded ones with their summaries. */
export const compactionListSchema = z.strictObject({
  compactions: list(recordedCompactionSchema),
});

/** DELETE /api/sessions and POST /api/sessions/restore. */
export const sessionIdsSchema = z.strictObject({
  ids: z.array(idSchema).min(1).max(10_000).readonly(),
});

/** How many sessions a delete or a restore changed. */
export const changedSchema = z.strictObject({ changed: count });

/** Half-open range of entries or steps. */
export const rangeQuerySchema = z
  .strictObject({
    from: z.coerce.number().int().min(0).default(0),
    to: z.coerce.number().int().min(0).optional(),
  })
  .refine(({ from, to }) => to === undefined || to >= from, 'ends before it begins');

/** The most entries or steps of one answer; its text is cut off near 1 MB as well. */
export const RANGE_LIMIT = 500;

/** GET /api/sessions/[id]/entries: entries `from`, `from + 1` …; `next` where the range goes on. */
export const entryPageSchema = z.strictObject({
  from: count,
  entries: list(
    z.strictObject({
      entry: entrySchema,
      /** A text of this entry is shortened; the whole is in the trace. */
      cut: z.boolean(),
    }),
  ),
  /** Secrets masked in these entries. */
  masked: count,
  next: count.nullable(),
  total: count,
});
export type EntryPage = Readonly<z.infer<typeof entryPageSchema>>;

/** GET /api/sessions/[id]/steps: steps with their raw usage records. */
export const stepPageSchema = z.strictObject({
  from: count,
  steps: list(stepSchema),
  next: count.nullable(),
  total: count,
});
export type StepPage = Readonly<z.infer<typeof stepPageSchema>>;

/** GET /api/health. */
export const healthSchema = z.strictObject({
  ok: z.literal(true),
  sessions: count,
  /** Imports waiting or running. */
  pendingImports: count,
  /** The import process: it starts with the first import and ends when there is nothing to do. */
  importProcess: z.enum(['stopped', 'running']),
});
export type Health = Readonly<z.infer<typeof healthSchema>>;
