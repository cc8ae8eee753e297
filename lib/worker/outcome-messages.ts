/** What page and worker say to each other about outcomes of scenarios. Both sides check what comes. */
import * as z from 'zod';
import {
  outcomeKinds,
  type OutcomeSpark,
  type ScenarioOutcome,
} from '@/lib/report/scenario-outcome';

const count = z.int().min(0);
const list = z.array(z.number()).readonly();

/** One policy with settings of its own; what is left out is the scenario's or the default. */
export const outcomeColumnSchema = z.strictObject({
  key: z.string(),
  policy: z.string(),
  settings: z.record(z.string(), z.unknown()).readonly(),
});
export type OutcomeColumn = Readonly<z.infer<typeof outcomeColumnSchema>>;

/** From the page. `run` numbers the runs of one page. */
export const outcomeRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    run: count,
    /** Ids of the library; every one under every column, scenario by scenario. */
    scenarios: z.array(z.string()).readonly(),
    columns: z.array(outcomeColumnSchema).readonly(),
    /** Charts come along only when asked for. */
    sparks: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('cancel'), run: count }),
]);
export type OutcomeRequest = Readonly<z.infer<typeof outcomeRequestSchema>>;

const sparkSchema = z.strictObject({
  steps: list,
  heuristic: list,
  real: list,
  threshold: list,
  compacted: list,
  overflowed: list,
}) satisfies z.ZodType<OutcomeSpark>;

const outcomeSchema = z.strictObject({
  kind: z.enum(outcomeKinds),
  steps: count,
  compactions: count,
  summarizerCalls: count,
  overflowSteps: count,
  loop: z.boolean(),
  backToBack: count,
  peak: count,
  limit: count,
  spark: sparkSchema.nullable(),
}) satisfies z.ZodType<Outcome>;

/** An outcome as it travels: the chart may be missing. */
export type Outcome = Omit<ScenarioOutcome, 'spark'> & { readonly spark: OutcomeSpark | null };

/** One cell: an outcome, or why there is none. */
export const outcomeCellSchema = z.strictObject({
  scenario: z.string(),
  column: z.string(),
  outcome: outcomeSchema.nullable(),
  error: z.string().nullable(),
});
export type OutcomeCell = Readonly<z.infer<typeof outcomeCellSchema>>;

/** From the worker: cells as they come, with how many of the run are done; then the run's end. */
export const outcomeReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('cells'),
    run: count,
    cells: z.array(outcomeCellSchema).readonly(),
    done: count,
  }),
  z.strictObject({ kind: z.literal('end'), run: count, done: count, cancelled: z.boolean() }),
  z.strictObject({ kind: z.literal('refused'), run: count.nullable(), message: z.string() }),
]);
export type OutcomeReply = Readonly<z.infer<typeof outcomeReplySchema>>;
