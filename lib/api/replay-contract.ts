import * as z from 'zod';
import { faultsSchema } from '@/lib/policies/faults';
import { policyEventKinds } from '@/lib/policies/notes';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import { stepFields } from '@/lib/report/step-rows';
import { limitSchema } from '@/lib/session/schema';

const count = z.int().min(0);
const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();

/** A setting's value. */
const settingSchema = z.union([z.number(), z.boolean(), z.string().max(1_000), z.null()]);

/** POST /api/sessions/[id]/replay: a policy applied to a session, with the user's limit and prefix. */
export const replayRequestSchema = z.strictObject({
  policy: z.string().max(100).default(DEFAULT_POLICY),
  /** Id of one of the policy's presets: a version of it, or a variant. */
  preset: z.string().max(100).optional(),
  /** Over those of the preset, which go before what the session itself says. */
  settings: z.record(z.string(), settingSchema).default({}),
  /** `usage-stops@40`, `response@17*0.1` …: lib/policies/faults.ts. */
  faults: faultsSchema.default([]),
  /** Answer with every step as well. */
  steps: z.boolean().default(false),
});
export type ReplayRequest = Readonly<z.input<typeof replayRequestSchema>>;

const range = z.tuple([count, count]).readonly();

/** A replayed step: the golden vectors' fields, its number and what its real tokens are. */
export const replayStepSchema = z.record(
  z.enum(stepFields),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

/** What a replay comes to; the same numbers as `highwater replay --json`. */
export const replayAnswerSchema = z.strictObject({
  policy: z.string(),
  preset: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  prefixTokens: count,
  /** First step whose request differs from the recording; null for none. */
  divergence: count.nullable(),
  /** The session's limit; null where it is unknown. */
  limit: limitSchema.nullable(),
  /** Limits that faults switch to, from a step on. */
  limits: list(z.strictObject({ from: count, tokens: count.nullable() })),
  /** The result in a sentence. */
  verdict: z.string(),
  totals: z.record(z.string(), count),
  /** What became of each fault; `step` is null where one never took hold. */
  faults: list(z.strictObject({ fault: z.string(), step: count.nullable(), text: z.string() })),
  /** What the policy did besides deciding. */
  events: list(z.strictObject({ step: count, kind: z.enum(policyEventKinds), text: z.string() })),
  /** Ranges of entries that stay beside a summary, from a step on. */
  kept: list(z.strictObject({ step: count, ranges: list(range) })),
  /** Entries shortened or blanked, and the heuristic tokens they lost. */
  elisions: list(z.strictObject({ step: count, entry: count, tokens: z.int() })),
  /**
   * How the agent's own policy reproduces the recorded compactions (lib/report/fidelity-report.ts);
   * null where the recording has none.
   */
  fidelity: z.record(z.string(), z.unknown()).nullable(),
  /** Only where they were asked for. */
  steps: list(replayStepSchema).optional(),
});
export type ReplayAnswer = Readonly<z.infer<typeof replayAnswerSchema>>;
