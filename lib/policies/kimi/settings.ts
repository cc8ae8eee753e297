import * as z from 'zod';
import {
  cappedSummary,
  numberSetting,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** Settings of Kimi Code's compaction. */
export const kimiSettings = z.strictObject({
  window: windowSetting(
    { description: 'max_input_size of the model, else max_context_size; 0: it never fires' },
    262_144,
  ),
  share: numberSetting(0.85, [0.85, 0.99], {
    label: 'Trigger ratio',
    short: 'Trigger',
    formula: 'threshold = min(ceil(share × window), window − reserve)',
    description:
      'compaction_trigger_ratio; below 0.85 Kimi compacts beside the running steps, which is not modelled',
    slider: { min: 0.85, max: 0.99, step: 0.01 },
  }),
  reserve: tokenSetting(50_000, {
    label: 'Reserved context',
    description:
      'reserved_context_size: it also fires where no more than this is left; only below the window. 0: none',
  }),
  keepUser: tokenSetting(20_000, {
    label: 'User messages kept',
    description: 'Of the oldest up to 2,000, the rest of the newest; Kimi has no option for it',
  }),
  attempts: wholeSetting(5, [1, 100], {
    label: 'Attempts',
    unit: 'calls',
    description: 'compaction_max_attempts: an empty summary is asked for again',
  }),
  path: wholeSetting(114, [0, 10_000], {
    label: 'Path of the event log',
    unit: 'chars',
    description: 'Of wire.jsonl, which the pointer behind every summary names',
    advice: 'Set it to the length of your own path; it moves a request by a few tokens',
  }),
  ...cappedSummary('Highwater’s cap; Kimi asks for up to 131,072 or max_output_size'),
});
export type KimiSettings = z.infer<typeof kimiSettings>;

/** The least count that fires: at a share of the window, or where the reserve begins. */
export function kimiThreshold({ window, share, reserve }: KimiSettings): number {
  if (window === 0) return Infinity;
  const part = Math.ceil(window * share);
  return reserve > 0 && reserve < window ? Math.min(part, window - reserve) : part;
}
