import { formatInteger } from '@/lib/engine/base/format';
import { defineDetector } from '../detector';
import { comparesTokens, numberSetting, tokenThresholdAt } from '../evidence/decided';
import { tokens } from '../finding';

/** Settings by which users ask for a threshold in tokens. */
const ASKED = ['limit', 'tokenThreshold', 'autoCompactWindow'] as const;

/** A threshold that was asked for and is not used: D26 of the field. */
export const overrideClamped = defineDetector({
  id: 'override-clamped',
  title: 'The threshold asked for is not the one in force',
  definition: 'A configured threshold in tokens is larger than the one the policy compares with.',
  of: 'replay',
  find: ({ replay }) => {
    if (!comparesTokens(replay)) return null;
    const threshold = tokenThresholdAt(replay, 0);
    const name = ASKED.find((one) => (numberSetting(replay, one) ?? 0) > threshold);
    if (name === undefined) return null;
    const asked = numberSetting(replay, name) ?? 0;
    return {
      at: [0],
      severity: 'info',
      figures: [tokens('asked for', asked), tokens('in force', threshold)],
      sentence: `${formatInteger(asked)} asked for, ${formatInteger(threshold)} in force: the policy only lowers its own.`,
      advice: [{ text: 'Raise the window: it holds the threshold down', settings: null }],
    };
  },
});
