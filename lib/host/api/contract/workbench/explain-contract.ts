import * as z from 'zod';
import { count, list } from '../fields';
import { replayRequestSchema } from '../replay-contract';

/**
 * POST /api/sessions/[id]/explain: why a step compacted or did not. Policy, preset, settings and faults
 * are as of a replay; without a step it is the first event.
 */
export const explainRequestSchema = replayRequestSchema
  .omit({ steps: true })
  .extend({ step: count.optional() });

const evidenceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('operand'), id: z.string() }),
  z.strictObject({ kind: z.literal('step'), step: count }),
  z.strictObject({ kind: z.literal('entries'), from: count, to: count }),
  z.strictObject({ kind: z.literal('setting'), key: z.string() }),
]);

const clauseSchema = z.strictObject({
  /** Id of the cause; null where the sentence states the outcome. */
  cause: z.string().nullable(),
  text: z.string(),
  /** Its numbers by name. */
  figures: z.record(z.string(), z.number()),
  /** Place that proves it. */
  evidence: evidenceSchema.nullable(),
});

/** lib/analysis/explain/ledger-row.ts. */
const operandSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  value: z.number().nullable(),
  unit: z.enum(['tokens', 'factor', 'signed', 'bytes', 'count']),
  origin: z.string(),
  projected: z.boolean().optional(),
  decided: z.boolean().optional(),
});

/** lib/analysis/explain/ledger-decision.ts. */
const decisionSchema = z.strictObject({
  reached: z.boolean(),
  words: z.string(),
  value: z.number(),
  threshold: z.number(),
  margin: z.number(),
  /** What the file lacks of the value, which is then a lower bound. */
  lacks: z.string().nullable(),
  relation: z.enum(['≥', '>']),
  decidedBy: z.enum(['last real', 'calibrated', 'heuristic', 'estimate']).nullable(),
  formula: z.string(),
  projected: z.boolean(),
  thresholdFormula: z.string(),
  unit: z.enum(['tokens', 'entries', 'turns', 'messages', 'items']),
});

/** lib/analysis/explain/net-effect.ts. */
const tallySchema = z.strictObject({
  compactions: count,
  /** Steps whose request overflows. */
  overflows: count,
  /** The compaction at which they turn out to loop; null where they do not. */
  loop: count.nullable(),
  /** Predicted dollars; null where a model has no price. */
  dollars: z.number().nullable(),
});

/** The cause of a step; the same as `highwater explain --json` and the page. */
export const explainAnswerSchema = z.strictObject({
  /** Version and engine that computed it. */
  producer: z.string(),
  step: count,
  policy: z.string(),
  cause: z.string().nullable(),
  outcome: z.strictObject({
    policy: z.enum(['held', 'compacted', 'failed']),
    provider: z.enum(['answered', 'refused', 'no usage']),
  }),
  compacted: z.boolean(),
  /** Differences to what happened; null where nothing differs. */
  changed: z.string().nullable(),
  /** Whose decision it is where the recording names no policy; null where it does. */
  whose: z.string().nullable(),
  /** What the change makes of the session, to be read first; null where nothing is changed. */
  verdict: clauseSchema.nullable(),
  /** Its numbers: the control, and the what-if. */
  session: z.strictObject({ before: tallySchema, after: tallySchema }).nullable(),
  headline: clauseSchema,
  clauses: list(clauseSchema),
  /** Rows of the ledger. */
  operands: list(operandSchema),
  decision: decisionSchema.nullable(),
  /** Heading of the remedies; null where a policy has no part in it. */
  turned: z.string().nullable(),
  /** Why no change can be tested at the step; null where one can. */
  untested: z.string().nullable(),
  remedies: list(
    z.strictObject({
      label: z.string(),
      setting: z.string(),
      value: z.union([z.number(), z.boolean(), z.string()]),
      /** The step that compacts with it; null for none. */
      at: count.nullable(),
      margin: z.number().nullable(),
      /** Its net effect on the session. */
      text: z.string(),
      before: tallySchema,
      after: tallySchema,
      /** Steps whose request overflows with it. */
      overflows: list(count),
    }),
  ),
});
