import * as z from 'zod';
import { isPlainJson, MAX_JSON_DEPTH } from '@/lib/engine/base/json-depth';
import {
  entrySchema,
  limitSchema,
  noticeSchema,
  prefixSchema,
  sourceSchema,
  stepSchema,
  type Json,
} from '@/lib/engine/session/schema';
import { count, idSchema, list, milliseconds } from './fields';
import { receiptSchema } from './import-contract';
import { openingBriefSchema } from './opening-brief';

export {
  apiErrorSchema,
  errorCodes,
  errorEnvelopeSchema,
  type ApiErrorBody,
  type ErrorCode,
} from './error-body';

/** One session as the library lists it. */
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
  /** Identifier inside the trace, and the lane; both together identify a parent. */
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
   * The policy that it opens with: the agent's own, else ContextGuard (`own` is false); null until it is
   * judged.
   */
  opening: openingBriefSchema.nullable(),
  /** Compactions and overflowing steps as it opens; null where the limit is unknown. */
  compactions: count.nullable(),
  overflowSteps: count.nullable(),
  /** Findings as it ran, without suppressed ones; null until it is judged. */
  findings: count.nullable(),
  /** Place in `severities`, and the worst one of it and its sub-agents. */
  severity: count,
  rank: count,
  /** What happened under its own policy, in one sentence; empty until it is judged. */
  verdict: z.string(),
  /** Places of compactions and overflows along the sparkline, in thousandths: "120 640|990". */
  marks: z.string(),
  /** At most 64 points in percent of the limit (of the peak where no limit is known), rounded. */
  sparkline: list(count),
  /** Made by a scenario, not recorded. */
  generated: z.boolean(),
  /** Time of the first step; null where the recording has no times. Milliseconds since 1970. */
  startedAt: milliseconds.nullable(),
  importedAt: milliseconds,
});
export type SessionRow = Readonly<z.infer<typeof sessionRowSchema>>;

/** GET /api/sessions: a part of the rows under the conditions of the query, in its order. */
export const sessionPageSchema = z.strictObject({
  sessions: list(sessionRowSchema),
  /** Sessions that the conditions keep, and those of the whole library. */
  matching: count,
  total: count,
});
export type SessionPage = Readonly<z.infer<typeof sessionPageSchema>>;

/** A prefix the user attached, measured. */
export const attachedPrefixSchema = z.strictObject({
  /** Heuristic tokens of the system prompt, and its UTF-8 bytes; null where none is attached. */
  system: z.strictObject({ tokens: count, bytes: count }).nullable(),
  /** Heuristic tokens of the tool definitions, and their number. */
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
  /** Limit found by the importer or in the table, before the user's override. */
  recordedLimit: limitSchema.nullable(),
  /** The user's own limit. */
  limitOverride: z.int().positive().nullable(),
  /** Heuristic tokens of the recorded prefix; null for a share that the trace does not hold. */
  recordedPrefix: z.strictObject({ system: count.nullable(), tools: count.nullable() }),
  attachedPrefix: attachedPrefixSchema.nullable(),
  receipt: receiptSchema.nullable(),
  /** Number of the user's notes on its steps. */
  notes: count,
  /** Other sessions of the same trace: lanes, sub-agents, branches. At most 200. */
  siblings: list(
    z.strictObject({ id: idSchema, name: z.string(), lane: z.string(), steps: count }),
  ),
});
export type SessionRecord = Readonly<z.infer<typeof sessionRecordSchema>>;

/** PATCH /api/sessions/[id]. */
export const sessionPatchSchema = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  /** The user's own limit; null removes it. */
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
  tools: z.custom<Json>(
    (value) => isPlainJson(value),
    `The tool definitions may nest at most ${MAX_JSON_DEPTH} levels`,
  ),
});
export type PrefixInput = Readonly<z.infer<typeof prefixInputSchema>>;

/** GET /api/sessions/[id]/prefix: the text of both prefixes. */
export const prefixTextSchema = z.strictObject({
  recorded: prefixSchema,
  attached: prefixSchema.nullable(),
});

/** Most sessions that one request deletes or restores. */
export const MOST_IDS = 10_000;

/** DELETE /api/sessions and POST /api/sessions/restore. */
export const sessionIdsSchema = z.strictObject({
  ids: z.array(idSchema).min(1).max(MOST_IDS).readonly(),
});

/** Number of sessions that a delete or a restore changed. */
export const changedSchema = z.strictObject({ changed: count });

/** Half-open range of entries or steps. */
export const rangeQuerySchema = z
  .strictObject({
    from: z.coerce.number().int().min(0).default(0),
    to: z.coerce.number().int().min(0).optional(),
  })
  .refine(({ from, to }) => to === undefined || to >= from, 'ends before it begins');

/** Most entries or steps of one answer; the answer also ends near 1 MB of text. */
export const RANGE_LIMIT = 500;

/** GET /api/sessions/[id]/entries: entries `from`, `from + 1` …; `next` if the range continues. */
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

/** GET /api/health/live and /api/health/ready. */
export const liveSchema = z.strictObject({ ok: z.literal(true) });

/** GET /api/health. */
export const healthSchema = z.strictObject({
  ok: z.literal(true),
  /** Version and engine. */
  producer: z.string(),
  sessions: count,
  /** Imports waiting or running. */
  pendingImports: count,
  /** The import process; it starts with the first import and ends when no import waits. */
  importProcess: z.enum(['stopped', 'running']),
});
