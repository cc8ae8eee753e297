import * as z from 'zod';
import { LONGEST_MODEL, MOST_DOLLARS, MOST_MODELS, type GivenPrices } from './rates';

const dollars = z.number().min(0).max(MOST_DOLLARS).optional();

const ownPricesSchema = z.strictObject({
  input: dollars,
  cacheRead: dollars,
  cacheWrite: dollars,
  cacheWriteHour: dollars,
  output: dollars,
});

/** Prices that overrule the list, in dollars per million tokens: for every model, and for models by name. */
export const givenPricesSchema = ownPricesSchema.extend({
  models: z
    .record(z.string().min(1).max(LONGEST_MODEL), ownPricesSchema)
    .refine((models) => Object.keys(models).length <= MOST_MODELS, `has more than ${MOST_MODELS}`)
    .optional(),
}) satisfies z.ZodType<GivenPrices>;
