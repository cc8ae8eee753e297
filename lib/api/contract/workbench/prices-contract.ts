import * as z from 'zod';
import type { Rates } from '@/lib/analysis/cost/rates';
import { list } from '../fields';

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
