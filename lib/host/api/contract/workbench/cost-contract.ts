import * as z from 'zod';
import type { Rates } from '@/lib/analysis/cost/rates';
import { summariserCaches } from '@/lib/policies/contract/policy';
import { list } from '../fields';
import { givenPricesSchema } from '@/lib/analysis/cost/given-prices';
import { replayRequestSchema } from '../replay-contract';

const dollars = z.number().min(0);
const price = z.strictObject({
  base: dollars,
  tiers: list(z.strictObject({ above: z.int().min(0), price: dollars })),
});

/** Prices of a model, in dollars per million tokens. */
const ratesSchema: z.ZodType<Rates> = z.strictObject({
  input: price,
  cacheRead: price.nullable(),
  cacheWrite: price.nullable(),
  cacheWriteHour: price.nullable(),
  output: price,
});

/** GET /api/sessions/[id]/prices: what the session's models cost on the day it began. */
export const pricesSchema = z.strictObject({
  day: z.string(),
  /** False where the recording names no day: the prices are today's. */
  recorded: z.boolean(),
  list: z.string(),
  models: list(
    z.strictObject({
      model: z.string(),
      rates: ratesSchema.nullable(),
      entry: z.string().nullable(),
      given: z.boolean(),
    }),
  ),
});
export type Prices = z.infer<typeof pricesSchema>;

/** POST /api/sessions/[id]/cost: policy and settings as of a replay. */
export const costRequestSchema = z.strictObject({
  ...replayRequestSchema.omit({ steps: true }).shape,
  prices: givenPricesSchema.default({}),
  summariser: z.enum(summariserCaches).optional(),
});

/** The report of `highwater cost --json`, for one session. */
export const costAnswerSchema = z.strictObject({
  producer: z.string(),
  policy: z.string(),
  settings: z.record(z.string(), z.unknown()),
  prices: pricesSchema,
  cache: z.record(z.string(), z.unknown()),
  summariser: z.record(z.string(), z.unknown()),
  ran: z.record(z.string(), z.unknown()),
  recorded: z.record(z.string(), z.unknown()),
  asRecorded: z.record(z.string(), z.unknown()),
  replayed: z.record(z.string(), z.unknown()),
  error: z.record(z.string(), z.unknown()).nullable(),
});
