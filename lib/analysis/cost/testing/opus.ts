import { flat, type Rates } from '../rates';

/** Claude Opus 4.8 in 2026, in dollars per million tokens. */
export const opus: Rates = {
  input: flat(5),
  cacheRead: flat(0.5),
  cacheWrite: flat(6.25),
  cacheWriteHour: flat(10),
  output: flat(25),
};
