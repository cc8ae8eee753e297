import type { GivenPrices, Rates } from './rates';
import type { RatesOf } from './recorded-bill';

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

/**
 * Looks up the prices of a session: those given come before the list; without a day it is the session's,
 * without models they are its own.
 */
export type PricesOf = (
  given?: GivenPrices,
  day?: Date | null,
  models?: readonly string[],
) => SessionPrices;

/** The rates of a step's model, for `costReport`. */
export function ratesOf({ models }: Pick<SessionPrices, 'models'>): RatesOf {
  const known = new Map(models.map(({ model, rates }) => [model, rates]));
  return (model) => (model === null ? null : (known.get(model) ?? null));
}
