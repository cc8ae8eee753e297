import { modelNames } from '@/lib/analysis/cost/model-names';
import { pricesOf, withGiven, type GivenPrices } from '@/lib/analysis/cost/rates';
import type { ModelPrices, SessionPrices } from '@/lib/analysis/cost/session-prices';
import type { Profile } from '@/lib/engine/tokens/profile';
import { listedRates } from './list-prices';
import { PRICE_LIST } from './price-list';

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
  names: readonly string[] = profile.head.models,
): SessionPrices {
  const begun = beginning(profile);
  const day = asked ?? (begun === null ? today : new Date(begun));
  const models = names.map((model) => modelPrices(model, day, given));
  const recorded = asked === null && begun !== null;
  return { day: day.toISOString().slice(0, 10), recorded, list: PRICE_LIST, models };
}
