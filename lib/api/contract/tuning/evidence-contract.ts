import type { Coverage, RatioRow } from '@/lib/tuning/evidence/coverage';
import type { RatioReport } from '@/lib/tuning/evidence/ratio-report';
import * as z from 'zod';
import { apiErrorSchema } from '../contract';
import { count, idSchema, list } from '../fields';
import { sessionFilterSchema } from '../session-filter';
import { settingsSchema } from '../sweep-contract';

/** Most sessions that one request names. */
const MOST_NAMED = 100_000;

const share = z.number().gt(0).lt(1);

/**
 * POST /api/corpora/evidence: what all sessions of a saved corpus, of a filter, or of a list show under
 * some settings. The answer is lines of JSON: how far it is, then the evidence or an error. It ends
 * where the page closes the connection.
 */
export const evidenceInputSchema = z
  .strictObject({
    corpus: idSchema.optional(),
    filter: sessionFilterSchema.optional(),
    sessions: z.array(idSchema).min(1).max(MOST_NAMED).readonly().optional(),
    policy: z.string().max(100),
    settings: settingsSchema,
    /** Limit that every session is replayed with; null: its own. */
    limit: z.int().min(1).nullable(),
    /** lib/tuning/evidence/ratio-report.ts; both kinds are answered. */
    ratios: z.strictObject({
      shares: z.array(share).min(1).max(20).readonly(),
      window: z.number(),
      threshold: z.number(),
      limit: z.number(),
      today: z.array(z.number()).max(20).readonly(),
    }),
  })
  .refine(
    ({ corpus, filter, sessions }) =>
      [corpus, filter, sessions].filter((one) => one !== undefined).length === 1,
    'names one of corpus, filter and sessions',
  );
export type EvidenceInput = Readonly<z.input<typeof evidenceInputSchema>>;

/** JSON has no NaN: a number that there is none of. */
const maybe = z
  .number()
  .nullable()
  .transform((value) => value ?? NaN);

const rowSchema = z.strictObject({
  of: z.string(),
  n: count,
  sessions: count,
  ...{ p10: maybe, median: maybe, p90: maybe },
}) satisfies z.ZodType<RatioRow>;

const coverageSchema = z.strictObject({
  ...{ recorded: count, generated: count, subAgents: count, steps: count },
  ...{ near: count, overflowing: count, looping: count },
  ...{ startsInMiddle: count, unknownLimit: count, withoutUsage: count },
  models: list(z.string()),
  from: z.number().nullable(),
  to: z.number().nullable(),
  byModel: list(rowSchema),
  byCategory: list(rowSchema),
}) satisfies z.ZodType<Coverage>;

const ratioReportSchema = z.strictObject({
  values: list(z.number()),
  models: list(
    z.strictObject({
      model: z.string(),
      generated: z.boolean(),
      ...{ steps: count, sessions: count, median: maybe, p99: maybe },
      covered: list(maybe),
      density: list(z.number()),
    }),
  ),
  curve: list(z.strictObject({ value: z.number(), share: maybe, low: maybe, high: maybe })),
  solved: list(z.strictObject({ share: z.number(), value: z.number(), low: maybe, high: maybe })),
  rows: list(
    z.strictObject({
      ...{ value: z.number(), covered: maybe, letThrough: count, unused: maybe, fires: z.number() },
    }),
  ),
  steps: count,
  clusters: count,
}) satisfies z.ZodType<RatioReport>;

/** What all sessions of a corpus show. */
export const corpusEvidenceSchema = z.strictObject({
  coverage: coverageSchema,
  reports: z.strictObject({ step: ratioReportSchema, first: ratioReportSchema }),
  /** Sessions left out: not in the library any more, or their numbers cannot be read. */
  leftOut: count,
});
export type CorpusEvidence = Readonly<z.infer<typeof corpusEvidenceSchema>>;

/** A line of the answer. */
export const evidenceLineSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('progress'), done: count, total: count }),
  z.strictObject({ kind: z.literal('done'), evidence: corpusEvidenceSchema }),
  z.strictObject({ kind: z.literal('failed'), error: apiErrorSchema }),
]);
export type EvidenceLine = Readonly<z.infer<typeof evidenceLineSchema>>;
