import * as z from 'zod';
import { faultsSchema } from '@/lib/replay/faults/faults';
import { backgroundEnds, policyEventKinds } from '@/lib/policies/contract/notes';
import { stepColumns } from '@/lib/report/export/step-rows';
import { limitSchema } from '@/lib/session/schema';
import { count, list } from './fields';

/** A setting's value. */
const settingSchema = z.union([z.number(), z.boolean(), z.string().max(1_000), z.null()]);

/**
 * POST /api/sessions/[id]/replay: a policy applied to a session, with the user's limit and prefix. One
 * that names no policy gets the one that models its agent, as it ran (`own`), else ContextGuard; preset
 * and settings change that one.
 */
export const replayRequestSchema = z.strictObject({
  /** An id, or `own`: the policy that models the session's agent, as it ran. */
  policy: z.string().max(100).optional(),
  /** Id of one of the policy's presets: a version or a variant. */
  preset: z.string().max(100).optional(),
  /** They override the preset, which overrides the session's own values. */
  settings: z.record(z.string(), settingSchema).default({}),
  /** `usage-stops@40`, `response@17*0.1` …: lib/replay/faults/faults.ts. */
  faults: faultsSchema.default([]),
  /** Include every step in the answer. */
  steps: z.boolean().default(false),
});
export type ReplayRequest = Readonly<z.input<typeof replayRequestSchema>>;

/** The same of one step; without it the first event. */
export const stepRequestSchema = replayRequestSchema
  .omit({ steps: true })
  .extend({ step: count.optional() });

/** The same with a prefix of another size than the session's own, in heuristic tokens. */
export const replayInputSchema = replayRequestSchema.extend({ prefixTokens: count.optional() });

const range = z.tuple([count, count]).readonly();

const backgroundSchema = z.strictObject({
  start: count,
  /** Real tokens of the request at the start. */
  real: z.number(),
  /** Entries before this one are in the summary. */
  covered: count,
  /** null: the recording ends before. */
  end: count.nullable(),
  how: z.enum(backgroundEnds).nullable(),
});

/** A replayed step: the golden vectors' fields, its number, and the kind of its real tokens. */
const replayStepSchema = z.record(
  z.enum(stepColumns),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

/** Result of a replay; the same numbers as `highwater replay --json`. */
export const replayAnswerSchema = z.strictObject({
  /** Version and engine that computed it. */
  producer: z.string(),
  policy: z.string(),
  preset: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  prefixTokens: count,
  /**
   * Where it comes from: the recording or what the user attached; solved from ContextGuard's recorded
   * state; what is known where a share is missing; the request.
   */
  prefix: z.strictObject({
    source: z.enum(['known', 'solved', 'missing', 'given']),
    missing: list(z.enum(['system prompt', 'tool definitions'])),
    solved: z.strictObject({ steps: count, of: count }).nullable(),
  }),
  /** Real tokens of the first request that the recording lacks, and the prefix assumed beside them. */
  unknownHead: z.strictObject({ tokens: count, prefix: count }).nullable(),
  /** Recorded requests much smaller than the one before, without a recorded cause. */
  unexplainedDrops: list(z.strictObject({ step: count, from: count, before: count, real: count })),
  /** First step whose request differs from the recording; null if all are equal. */
  divergence: count.nullable(),
  /** The session's limit; null where it is unknown. */
  limit: limitSchema.nullable(),
  /** Limits that faults switch to, from a step on. */
  limits: list(z.strictObject({ from: count, tokens: count.nullable() })),
  /** The recording under the agent's own policy, in a sentence; null where no policy models the agent. */
  happened: z.string().nullable(),
  /** The result in a sentence. */
  verdict: z.string(),
  /** The model that sizes the summaries, in words; null for a policy that writes none. */
  summaryModel: z.string().nullable(),
  totals: z.record(z.string(), count),
  /** Effect of each fault; `step` is null if the fault had none. */
  faults: list(z.strictObject({ fault: z.string(), step: count.nullable(), text: z.string() })),
  /** The policy's actions other than decisions. */
  events: list(z.strictObject({ step: count, kind: z.enum(policyEventKinds), text: z.string() })),
  /** Ranges of entries that stay beside a summary, from a step on. */
  kept: list(z.strictObject({ step: count, ranges: list(range) })),
  /** Entries shortened or blanked, and the heuristic tokens they lost. */
  elisions: list(z.strictObject({ step: count, entry: count, tokens: z.int() })),
  /** Compactions beside the agent: they start at one step and land at a later one. */
  background: list(backgroundSchema),
  /**
   * The agent's own policy compared with the recorded compactions (lib/analysis/fit/fidelity-report.ts);
   * null if the recording has none and that policy would have made none.
   */
  fidelity: z.record(z.string(), z.unknown()).nullable(),
  /** Present if the request asked for steps. */
  steps: list(replayStepSchema).optional(),
});
export type ReplayAnswer = Readonly<z.infer<typeof replayAnswerSchema>>;
