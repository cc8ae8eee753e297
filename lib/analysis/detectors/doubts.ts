/**
 * Detectors of counts that cannot be relied on: every usage record is checked against what the
 * session itself shows.
 */
import { cacheAccounting } from './counts/cache-accounting';
import { usageContradictory } from './counts/usage-contradictory';
import { usagePlaceholder } from './counts/usage-placeholder';
import { usageRepeated } from './counts/usage-repeated';
import { usageSpike } from './counts/usage-spike';
import { usageUnderReported } from './counts/usage-under-reported';
import type { Detector } from './detector';

export const doubts: readonly Detector[] = [
  usagePlaceholder,
  usageRepeated,
  usageUnderReported,
  usageSpike,
  cacheAccounting,
  usageContradictory,
];
