import * as z from 'zod';
import { tokens, windowSetting } from '../contract/settings';
import { summarySettings } from '../contract/summary';

/** Settings of Kimi Code's compaction. */
export const kimiSettings = z.strictObject({
  window: windowSetting(
    { description: 'max_input_size of the model, else max_context_size; 0: it never fires' },
    262_144,
  ),
  share: z
    .number()
    .min(0.85)
    .max(0.99)
    .default(0.85)
    .meta({
      label: 'Trigger ratio',
      short: 'Trigger',
      formula: 'threshold = min(ceil(share × window), window − reserve)',
      description:
        'compaction_trigger_ratio; below 0.85 Kimi compacts beside the running steps, which is not modelled',
      slider: { min: 0.85, max: 0.99, step: 0.01 },
    }),
  reserve: tokens.default(50_000).meta({
    label: 'Reserved context',
    unit: 'tokens',
    description:
      'reserved_context_size: it also fires where no more than this is left; only below the window. 0: none',
  }),
  keepUser: tokens.default(20_000).meta({
    label: 'User messages kept',
    unit: 'tokens',
    description: 'Of the oldest up to 2,000, the rest of the newest; Kimi has no option for it',
  }),
  attempts: z.int().min(1).max(100).default(5).meta({
    label: 'Attempts',
    unit: 'calls',
    description: 'compaction_max_attempts: an empty summary is asked for again',
  }),
  path: z.int().min(0).max(10_000).default(114).meta({
    label: 'Path of the event log',
    unit: 'chars',
    description: 'Of wire.jsonl, which the pointer behind every summary names',
    advice: 'Set it to the length of your own path; it moves a request by a few tokens',
  }),
  summaryCap: tokens.default(8_192).meta({
    label: 'Summary, at most',
    unit: 'tokens',
    description: 'Highwater’s cap; Kimi asks for up to 131,072 or max_output_size',
  }),
  ...summarySettings.shape,
});
export type KimiSettings = z.infer<typeof kimiSettings>;

/** The least count that fires: at a share of the window, or where the reserve begins. */
export function kimiThreshold({
  window,
  share,
  reserve,
}: Pick<KimiSettings, 'window' | 'share' | 'reserve'>): number {
  if (window === 0) return Infinity;
  const part = Math.ceil(window * share);
  return reserve > 0 && reserve < window ? Math.min(part, window - reserve) : part;
}
