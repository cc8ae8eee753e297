import type { UsageFlag } from '@/lib/tokens/usage/normalize-usage';

/** Notice text for each doubt about a usage record. */
export const usageFlagText: Readonly<Record<UsageFlag, string>> = {
  contradictory: 'The usage record contradicts itself.',
  relabelled: 'The usage record lists cached tokens apart; its input count should include them.',
  absurd: 'The usage record holds a negative, fractional or impossibly large number; ignored.',
};
