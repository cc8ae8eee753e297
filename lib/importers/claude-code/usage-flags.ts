import type { UsageFlag } from '@/lib/tokens/normalize-usage';

/** What a doubtful usage record is said to be, on the session's notice. */
export const usageFlagText: Readonly<Record<UsageFlag, string>> = {
  contradictory: 'The usage record contradicts itself.',
  relabelled: 'The usage record names cached tokens apart although its fields should hold them.',
  absurd: 'The usage record holds a negative, fractional or impossibly large number; ignored.',
};
