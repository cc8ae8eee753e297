import * as z from 'zod';
import { severities } from '@/lib/analysis/detectors/finding';
import { count, idSchema, list, milliseconds } from '../fields';
import { replayRequestSchema } from '../replay-contract';

/** JSON in a parameter of an address. */
const jsonText = z
  .string()
  .max(10_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'It is not JSON' });
      return z.NEVER;
    }
  });

const { policy, preset, settings, faults } = replayRequestSchema.shape;

/**
 * GET /api/sessions/[id]/findings: policy, preset, settings (a JSON object) and faults (a JSON list) as
 * of a replay; none of them: the session as it ran.
 */
export const findingsQuerySchema = z.strictObject({
  policy,
  preset,
  settings: jsonText.pipe(settings).default({}),
  faults: jsonText.pipe(faults).default([]),
});

const value = z.union([z.number(), z.boolean(), z.string()]);

/** lib/analysis/detectors/finding.ts. */
const findingSchema = z.strictObject({
  /** Id of the detector. */
  detector: z.string(),
  /** recording: it holds whatever the policy. */
  of: z.enum(['recording', 'replay']),
  severity: z.enum(severities),
  title: z.string(),
  /** Inclusive, ascending, disjoint. */
  steps: list(z.strictObject({ from: count, to: count })),
  figures: list(
    z.strictObject({
      name: z.string(),
      value: z.number(),
      unit: z.enum(['tokens', 'bytes', 'steps', 'share', 'factor', 'count']),
    }),
  ),
  sentence: z.string(),
  detail: z.string(),
  /** What to do; `settings` of the policy bring it about, null where none does. */
  advice: list(
    z.strictObject({
      text: z.string(),
      settings: z.record(z.string(), value).nullable(),
      /** What a replay with these settings shows: "cures it; no overflow, 1 compaction more". */
      effect: z.string().nullable(),
    }),
  ),
  link: z.strictObject({
    step: count.nullable(),
    tab: z.enum(['steps', 'request', 'compactions', 'estimators', 'receipt']),
  }),
});

/** A detector that the user does not want to see, with the reason. */
export const suppressionSchema = z.strictObject({
  id: idSchema,
  detector: z.string(),
  /** session: this one only. */
  scope: z.enum(['session', 'library']),
  reason: z.string(),
  createdAt: milliseconds,
});
export type SuppressionRecord = Readonly<z.infer<typeof suppressionSchema>>;

/** What is found in a session; the same as `highwater findings --json` and the page. */
export const findingsAnswerSchema = z.strictObject({
  /** Version and engine that computed it. */
  producer: z.string(),
  policy: z.string(),
  preset: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  findings: list(findingSchema),
  /** Those of suppressed detectors are among the findings. */
  suppressions: list(suppressionSchema),
});

/** GET /api/sessions/[id]/suppressions: those that hold for the session, the newest first. */
export const suppressionListSchema = z.strictObject({ suppressions: list(suppressionSchema) });

/** POST /api/sessions/[id]/suppressions. */
export const suppressionInputSchema = z.strictObject({
  detector: z
    .string()
    .regex(/^[a-z]+(-[a-z]+)*$/, 'It is no id of a detector')
    .max(100),
  /** library: for every session. */
  scope: z.enum(['session', 'library']),
  reason: z.string().trim().min(1, 'A reason is needed').max(1_000),
});
export type SuppressionInput = Readonly<z.infer<typeof suppressionInputSchema>>;
