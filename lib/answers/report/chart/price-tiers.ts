import { priceAt, tierBorders } from '@/lib/analysis/cost/rates';
import { modelAt, type RatesOf } from '@/lib/analysis/cost/recorded-bill';
import type { StepRange } from '@/lib/engine/base/decimate';
import { formatDollars, formatInteger } from '@/lib/engine/base/format';
import type { Profile } from '@/lib/engine/tokens/profile';

/** A price cliff of a model: requests of more tokens cost more for every token. */
export interface PriceTier extends StepRange {
  readonly tokens: number;
  /** "above 271,999 prompt tokens: $5 input, below $2.50". */
  readonly text: string;
}

/** Most cliffs that a chart shows. */
const MOST_TIERS = 8;

/** The price cliffs of the models of a range's steps, each over the steps that it holds for. */
export function priceTiers(
  profile: Profile,
  ratesOf: RatesOf,
  { from, to }: StepRange,
): readonly PriceTier[] {
  const tiers: PriceTier[] = [];
  let open: readonly Omit<PriceTier, 'to'>[] = [];
  let model: string | null | undefined;
  const close = (end: number): void => {
    for (const tier of open) tiers.push({ ...tier, to: end });
  };
  for (let step = from; step <= to; step++) {
    const own = modelAt(profile, step);
    if (own === model) continue;
    close(step - 1);
    model = own;
    open = cliffs(own, ratesOf).map((cliff) => ({ ...cliff, from: step }));
  }
  close(to);
  return tiers.slice(0, MOST_TIERS);
}

const cliffs = (model: string | null, ratesOf: RatesOf) => {
  const rates = ratesOf(model);
  if (rates === null) return [];
  return tierBorders(rates).map((tokens) => {
    const [below, above] = [priceAt(rates.input, tokens), priceAt(rates.input, tokens + 1)];
    const input =
      above === below
        ? 'other prices'
        : `${formatDollars(above)} a million of input, ${formatDollars(below)} below`;
    return { tokens, text: `above ${formatInteger(tokens)}: ${input}` };
  });
};
