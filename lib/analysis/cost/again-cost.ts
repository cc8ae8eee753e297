import { ratesAt } from './call-cost';
import type { Rates } from './rates';

/** Tokens that were sent again in a request of `prompt` tokens. */
interface SentAgain {
  readonly tokens: number;
  readonly prompt: number;
}

/** Dollars of tokens that were sent again, each time as fresh input at its request's tier. */
export function againCost(all: readonly SentAgain[], rates: Rates): number {
  return all.reduce((sum, { tokens, prompt }) => sum + tokens * ratesAt(rates, prompt).input, 0);
}
