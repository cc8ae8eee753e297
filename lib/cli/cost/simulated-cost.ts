/** What scenarios cost: they name no model, so one is asked for. */
import type { GivenPrices, Rates } from '@/lib/analysis/cost/rates';
import { PRICE_LIST } from '@/lib/answers/prices/price-list';
import { modelPrices } from '@/lib/answers/prices/session-prices';
import type { MatrixPrices } from '@/lib/answers/report/outcome/matrix';
import { UsageError } from '../exit-code';

/** Options of a command that prices what it simulates. */
export interface SimulatedCostOptions {
  /** Model whose prices count; absent: nothing is priced. */
  readonly model?: string;
  readonly price: GivenPrices;
  /** Day of the prices; absent: today. */
  readonly at?: Date;
}

/** The prices asked for, and what they are of; null for none. @throws UsageError without a price. */
export function simulatedPrices({
  model,
  price: given,
  at: day = new Date(),
}: SimulatedCostOptions): { readonly rates: Rates; readonly prices: MatrixPrices } | null {
  if (model === undefined) return null;
  const { entry, rates } = modelPrices(model, day, given);
  if (rates === null) {
    throw new UsageError(
      `${PRICE_LIST} has no model "${model}": give --price input=5 and --price output=25, in dollars.`,
    );
  }
  const prices = { model, entry, list: PRICE_LIST, day: day.toISOString().slice(0, 10), given };
  return { rates, prices };
}
