import { roundTo } from '@/lib/engine/base/round-to';
import * as z from 'zod';
import { delaySettings } from '@/lib/engine/policy/background/delay';
import { cappedSummary, share, windowSetting } from '@/lib/engine/policy/settings';

/** Settings of Copilot's infinite sessions. */
export const copilotSettings = z.strictObject({
  window: windowSetting(
    { label: 'Prompt limit', description: 'The most prompt tokens of the model: tokenLimit' },
    128_000,
  ),
  background: share.default(0.8).meta({
    label: 'Background threshold',
    short: 'Background',
    formula: 'threshold = background × window',
    description: 'backgroundCompactionThreshold: from here it compacts beside the running steps',
    advice:
      'Lower it where steps wait for a compaction; raise it where it compacts with room to spare',
    slider: { min: 0.05, max: 1, step: 0.01 },
  }),
  exhaustion: share.default(0.95).meta({
    label: 'Exhaustion threshold',
    short: 'Exhaustion',
    formula: 'waits at exhaustion × window',
    description: 'bufferExhaustionThreshold: from here a step waits for the one under way',
    advice: 'Lower it where requests overflow while one is under way; raise it to wait less often',
    slider: { min: 0.05, max: 1, step: 0.01 },
  }),
  enabled: z.boolean().default(true).meta({
    label: 'Infinite sessions',
    description: 'infiniteSessions.enabled; off: it never compacts by itself',
  }),
  ...delaySettings,
  ...cappedSummary('Highwater’s cap; Copilot states none', {}, 4_000),
});
export type CopilotSettings = z.infer<typeof copilotSettings>;

/** The least whole count that is a share of the limit. */
const reached = (window: number, part: number): number =>
  // Six digits: 0.55 × 100,000 is 55,000, not the 55,000.000000000007 of floating point.
  Math.ceil(roundTo(part * window, 6));

/** The least count at which a compaction starts. */
export const startsAt = ({ window, background, enabled }: CopilotSettings): number =>
  enabled && window > 0 ? reached(window, background) : Infinity;

/** The least count at which a step waits for the one under way. */
export const waitsAt = ({ window, exhaustion }: CopilotSettings): number =>
  reached(window, exhaustion);
