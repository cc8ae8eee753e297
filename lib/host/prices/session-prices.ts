import { modelNames } from '@/lib/analysis/cost/model-names';
import { pricesOf, withGiven, type GivenPrices, type Rates } from '@/lib/analysis/cost/rates';
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import type { Profile } from '@/lib/tokens/profile';
import { listedRates } from './list-prices';
import { PRICE_LIST } from './price-list';

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

/**
 * The prices of a model on a day. Those given for a model count under each name that the list would
 * know it by.
 */
export function modelPrices(model: string, day: Date, given: GivenPrices): ModelPrices {
  const listed = listedRates(model, day);
  const own = pricesOf(given, modelNames(model));
  const rates = withGiven(listed?.rates ?? null, own);
  const entry = listed === null ? null : `${listed.provider}/${listed.model}`;
  return { model, rates, entry, given: Object.keys(own).length > 0 };
}

/**
 * Looks up the prices of a session's models on the day it began; `today` where it has no times.
 */
export function sessionPrices(
  profile: Profile,
  today: Date,
  given: GivenPrices = {},
  asked: Date | null = null,
): SessionPrices {
  const begun = beginning(profile);
  const day = asked ?? (begun === null ? today : new Date(begun));
  const models = profile.head.models.map((model) => modelPrices(model, day, given));
  const recorded = asked === null && begun !== null;
  return { day: day.toISOString().slice(0, 10), recorded, list: PRICE_LIST, models };
}

/** The rates of a step's model, for `costReport`. */
export function ratesOf({ models }: Pick<SessionPrices, 'models'>): RatesOf {
  const known = new Map(models.map(({ model, rates }) => [model, rates]));
  return (model) => (model === null ? null : (known.get(model) ?? null));
}
