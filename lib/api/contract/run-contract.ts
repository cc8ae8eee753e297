import * as z from 'zod';
import { runRecordSchema } from '@/lib/answers/report/runs/run-record';
import { MOST_NOTE } from '@/lib/engine/session/step-note';
import { count, idSchema, list, milliseconds } from './fields';
import { replayRequestSchema } from './replay-contract';

const { policy, preset, settings, faults } = replayRequestSchema.shape;

/** POST /api/runs: the replay to freeze, as of /api/sessions/[id]/replay, and a note. */
export const runInputSchema = z.strictObject({
  session: idSchema,
  policy,
  preset,
  settings,
  faults,
  note: z.string().trim().max(MOST_NOTE).default(''),
});
export type RunInput = Readonly<z.input<typeof runInputSchema>>;

const { session, question, producer, engine, note, verdict, result, digests } =
  runRecordSchema.shape;

/** What of a record a list needs, as it is stored beside it. */
export const storedBriefSchema = z.strictObject({
  session,
  question,
  producer,
  engine,
  note,
  verdict,
  divergence: result.shape.divergence,
  totals: result.shape.totals,
  /** SHA-256 of the numbers. */
  digest: digests.shape.result,
  findings: z.strictObject({ error: count, warning: count, info: count }),
});
export type StoredBrief = Readonly<z.infer<typeof storedBriefSchema>>;

/** A frozen run in a list. */
export const runBriefSchema = storedBriefSchema.extend({
  id: idSchema,
  /** "Run 12". */
  number: z.int().min(1),
  frozenAt: milliseconds,
  /** Its session is still in the library. */
  listed: z.boolean(),
  /** The session that it opens on: its own, else the newest of the same numbers; null for none. */
  opens: idSchema.nullable(),
});
export type RunBrief = Readonly<z.infer<typeof runBriefSchema>>;

/** Most runs of one page of the list. */
export const MOST_RUN_ROWS = 500;

/** GET /api/runs: newest first; `before` is the `next` of the page before. */
export const runListQuerySchema = z.strictObject({
  session: idSchema.optional(),
  before: z.coerce.number().int().min(1).optional(),
  take: z.coerce.number().int().min(1).max(MOST_RUN_ROWS).default(MOST_RUN_ROWS),
});
export const runListSchema = z.strictObject({
  runs: list(runBriefSchema),
  next: z.int().min(1).nullable(),
});

/** GET /api/runs/[id]: the run and its record, which is a file for `highwater verify` too. */
export const runSchema = z.strictObject({ run: runBriefSchema, record: runRecordSchema });
export type RunAnswer = Readonly<z.infer<typeof runSchema>>;

const pair = z.strictObject({
  name: z.string(),
  then: z.number().nullable(),
  now: z.number().nullable(),
});
const runFindings = runRecordSchema.shape.findings;

/** POST /api/runs/[id]/check: lib/answers/report/runs/run-check.ts, of a replay of now. */
export const runCheckSchema = z.strictObject({
  outcome: z.enum(['same', 'differs', 'refused']),
  refusal: z.string().nullable(),
  producer: z.strictObject({ then: z.string(), now: z.string() }),
  changes: list(
    z.strictObject({
      of: z.enum(['record', 'engine', 'trace', 'session', 'settings', 'prefix', 'limit']),
      text: z.string(),
    }),
  ),
  first: z.strictObject({ step: count, values: list(pair) }).nullable(),
  totals: list(pair),
  findings: z.strictObject({ gone: runFindings, fresh: runFindings }),
  /** The session that was replayed: the run's own, else one of the same numbers. */
  session: idSchema.nullable(),
});
export type RunCheckAnswer = Readonly<z.infer<typeof runCheckSchema>>;
