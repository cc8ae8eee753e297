import type { Replay } from '@/lib/engine/replay/replay';
import type { CacheSettings } from './cache-evidence';
import { callCost, predictedTokens } from './call-cost';
import type { Rates } from './rates';

/** Dollars of the calls that a policy makes in front of a step and the recording lacks, by the model of the cache. */
export const addedDollars = (
  { notes }: Replay,
  step: number,
  rates: Rates,
  cache: CacheSettings,
): number =>
  notes.added
    .filter((one) => one.step === step)
    .reduce((sum, { asked, fresh, written }) => {
      const read = cache.used ? asked - fresh : 0;
      return (
        sum + callCost(predictedTokens(asked, read, written, { ...cache, rates }), rates).total
      );
    }, 0);
