/** Messages between page and worker about outcomes of scenarios; both sides check them. */
import * as z from 'zod';
import { givenPricesSchema } from '@/lib/analysis/cost/given-prices';
import type { MatrixPrices } from '@/lib/report/outcome/matrix';
import {
  outcomeKinds,
  type OutcomeSpark,
  type ScenarioOutcome,
} from '@/lib/report/outcome/scenario-outcome';

const count = z.int().min(0);
const list = z.array(z.number()).readonly();

/** A policy with settings; absent ones are the scenario's or the default. */
const outcomeColumnSchema = z.strictObject({
  key: z.string(),
  policy: z.string(),
  settings: z.record(z.string(), z.unknown()).readonly(),
});
export type OutcomeColumn = Readonly<z.infer<typeof outcomeColumnSchema>>;

/** A model whose prices the cells have, and what overrules the list. */
const askedPricesSchema = z.strictObject({
  model: z.string(),
  given: givenPricesSchema.readonly(),
});
export type AskedPrices = Readonly<z.infer<typeof askedPricesSchema>>;

/** From the page. `run` numbers the runs of one page. */
export const outcomeRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    run: count,
    /** Ids of scenarios; each is computed under every column, scenario by scenario. */
    scenarios: z.array(z.string()).readonly(),
    columns: z.array(outcomeColumnSchema).readonly(),
    /** True to include charts. */
    sparks: z.boolean(),
    /** null: cells have no cost. */
    prices: askedPricesSchema.nullable(),
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
  findings: z.array(z.string()).readonly(),
  backToBack: count,
  peak: count,
  limit: count,
  costUsd: z.number().nullable(),
  spark: sparkSchema.nullable(),
}) satisfies z.ZodType<Outcome>;

/** An outcome in a message: the chart may be absent. */
export type Outcome = Omit<ScenarioOutcome, 'spark'> & { readonly spark: OutcomeSpark | null };

/** One cell: an outcome, or the reason for none. */
const outcomeCellSchema = z.strictObject({
  scenario: z.string(),
  column: z.string(),
  outcome: outcomeSchema.nullable(),
  error: z.string().nullable(),
});
export type OutcomeCell = Readonly<z.infer<typeof outcomeCellSchema>>;

const pricesSchema = z.strictObject({
  model: z.string(),
  entry: z.string().nullable(),
  list: z.string(),
  day: z.string(),
  given: givenPricesSchema.readonly(),
}) satisfies z.ZodType<MatrixPrices>;

/** From the worker: what it prices with, where that was asked for; each finished cell with the number finished so far; then the run's end. */
export const outcomeReplySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('cells'),
    run: count,
    cells: z.array(outcomeCellSchema).readonly(),
    done: count,
  }),
  z.strictObject({ kind: z.literal('priced'), run: count, prices: pricesSchema }),
  z.strictObject({ kind: z.literal('end'), run: count, done: count, cancelled: z.boolean() }),
  z.strictObject({ kind: z.literal('refused'), run: count.nullable(), message: z.string() }),
]);
export type OutcomeReply = Readonly<z.infer<typeof outcomeReplySchema>>;
