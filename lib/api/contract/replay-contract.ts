import * as z from 'zod';
import { faultsSchema } from '@/lib/engine/replay/faults/faults';
import { modelLimitsSchema } from '@/lib/engine/tokens/limits/model-limits';
import { count } from './fields';

/** A setting's value. */
const settingSchema = z.union([z.number(), z.boolean(), z.string().max(4_000), z.null()]);

/**
 * A replay that is asked for: a policy applied to a session, with the user's limit and prefix. One
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
  /** `usage-stops@40`, `response@17*0.1` …: lib/engine/replay/faults/faults.ts. */
  faults: faultsSchema.default([]),
  /** `200000@claude-opus-4-5`: limits of models in place of those that are assumed, as a link brings them. */
  limits: modelLimitsSchema.default([]),
  /** Heuristic tokens of the prefix; the session's own if left out. */
  prefixTokens: count.optional(),
});
export type ReplayRequest = Readonly<z.input<typeof replayRequestSchema>>;

/** The same of one step; without it the first event. */
export const stepRequestSchema = replayRequestSchema.extend({ step: count.optional() });
