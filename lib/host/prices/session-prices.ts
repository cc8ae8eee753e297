import * as z from 'zod';
import { flat, priceNames, type PriceName, type Rates } from '@/lib/analysis/cost/rates';
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import type { Profile } from '@/lib/tokens/profile';
import { listedRates } from './list-prices';

/** The list that prices come from; `lock.test.ts` holds it to the installed version. */
export const PRICE_LIST = '@pydantic/genai-prices 0.1.8';

/** Prices that a user gave, in dollars per million tokens; they overrule the list for every model. */
export type GivenPrices = Readonly<Partial<Record<PriceName, number>>>;

const price = z.strictObject({
  base: z.number().min(0),
  tiers: z.array(z.strictObject({ above: z.int().min(0), price: z.number().min(0) })).readonly(),
});

/** Rates of a model as JSON. */
export const ratesSchema: z.ZodType<Rates> = z.strictObject({
  input: price,
  cacheRead: price.nullable(),
  cacheWrite: price.nullable(),
  cacheWriteHour: price.nullable(),
  output: price,
});

/** A model of a session and its prices. */
export interface ModelPrices {
  readonly model: string;
  /** null: the list has no such model, and the user gave no prices. */
  readonly rates: Rates | null;
  /** Entry of the list: "anthropic/claude-opus-4-8"; null for prices that the user gave alone. */
  readonly entry: string | null;
  readonly given: boolean;
}

/** The prices of a session's models on a day. */
export interface SessionPrices {
  /** ISO day, and whether the recording says it. */
  readonly day: string;
  readonly recorded: boolean;
  readonly list: string;
  readonly models: readonly ModelPrices[];
}

/** Milliseconds of the first step that has a time; null for none. */
const beginning = ({ steps }: Profile): number | null =>
  steps.time.find((time) => !Number.isNaN(time)) ?? null;

function withGiven(rates: Rates | null, given: GivenPrices): Rates | null {
  const { input, output } = given;
  const begun =
    rates ??
    (input === undefined || output === undefined
      ? null
      : {
          input: flat(input),
          output: flat(output),
          cacheRead: null,
          cacheWrite: null,
          cacheWriteHour: null,
        });
  if (begun === null) return null;
  const own = priceNames.flatMap((name) => {
    const dollars = given[name];
    return dollars === undefined ? [] : [[name, flat(dollars)] as const];
  });
  return { ...begun, ...Object.fromEntries(own) };
}

/** Looks up the prices of a session's models on the day it began; `today` where it has no times. */
export function sessionPrices(
  profile: Profile,
  today: Date,
  given: GivenPrices = {},
  asked: Date | null = null,
): SessionPrices {
  const begun = beginning(profile);
  const day = asked ?? (begun === null ? today : new Date(begun));
  const models = profile.head.models.map((model): ModelPrices => {
    const listed = listedRates(model, day);
    const rates = withGiven(listed?.rates ?? null, given);
    const entry = listed === null ? null : `${listed.provider}/${listed.model}`;
    return { model, rates, entry, given: Object.keys(given).length > 0 };
  });
  const recorded = asked === null && begun !== null;
  return { day: day.toISOString().slice(0, 10), recorded, list: PRICE_LIST, models };
}

/** The rates of a step's model, for `costReport`. */
export function ratesOf({ models }: Pick<SessionPrices, 'models'>): RatesOf {
  const known = new Map(models.map(({ model, rates }) => [model, rates]));
  return (model) => (model === null ? null : (known.get(model) ?? null));
}
