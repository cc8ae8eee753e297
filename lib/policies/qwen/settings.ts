import * as z from 'zod';
import {
  cappedSummary,
  MOST_TOKENS,
  share,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** Room for a summary; the buffers of the thresholds under it. */
export const SUMMARY_RESERVE = 20_000;
const AUTO_BUFFER = 13_000;
const HARD_BUFFER = 3_000;

/** Settings of Qwen Code's compression and of the results that it clears. */
export const qwenSettings = z.strictObject({
  window: windowSetting({ description: 'contextWindowSize of the model' }, 131_072),
  share: share.default(0.85).meta({
    label: 'Auto threshold',
    short: 'Threshold',
    formula: 'threshold = min(share × window, window − 33,000)',
    description: 'autoCompactThreshold, of the window; at most 33,000 below its end',
    slider: { min: 0.1, max: 1, step: 0.01 },
  }),
  sharing: z.boolean().default(true).meta({
    label: 'Shares the cache',
    description:
      'Where the provider caches prefixes the summariser gets the same request, if 20,000 tokens of room are left',
    advice: 'Turn it off for a provider without a prompt cache, and where another model compacts',
  }),
  minutes: wholeSetting(60, [-1, 100_000], {
    label: 'Idle minutes',
    unit: 'min',
    description:
      'toolResultsThresholdMinutes: after such a pause old results are cleared; −1: never',
    advice: 'Lower it where the provider’s cache expires sooner',
  }),
  results: wholeSetting(500_000, [-1, 4 * MOST_TOKENS], {
    label: 'Results, at most',
    unit: 'chars',
    description:
      'toolResultsTotalCharsThreshold: above it they are cleared down to half; −1: never',
    advice:
      'Lower it where old results fill the request; raise it where the agent reads them again',
  }),
  keepResults: wholeSetting(5, [1, 100_000], {
    label: 'Results kept',
    unit: 'results',
    description: 'toolResultsNumToKeep: the newest that stay',
    advice: 'Raise it where the agent reads results again that were cleared',
  }),
  reminders: wholeSetting(0, [0, MOST_TOKENS], {
    label: 'Reminders',
    unit: 'chars',
    description:
      'Of skills, tools, folder and date in front of the first prompt, which no file of Qwen Code holds; some 9,000 in an empty folder',
    advice:
      'Set it where a short history is judged: what no usage counted yet, and what a summary replaces',
  }),
  ...cappedSummary(
    'Highwater’s cap; Qwen Code asks for up to 20,000, and an answer that reaches it fails',
  ),
});
export type QwenSettings = z.infer<typeof qwenSettings>;

type Window = Pick<QwenSettings, 'window' | 'share'>;

function autoOf({ window, share: part }: Window): number {
  const ceiling = Math.max(0, window - SUMMARY_RESERVE) - AUTO_BUFFER;
  return ceiling > 0 ? Math.min(part * window, ceiling) : part * window;
}

/** The least count that fires. */
export const qwenThreshold = (settings: Window): number => Math.ceil(autoOf(settings));

/** The least count that may not be sent uncompressed. */
export function qwenHard(settings: Window): number {
  const { window } = settings;
  const edge = Math.max(0, window - SUMMARY_RESERVE) - HARD_BUFFER;
  return Math.min(window, Math.max(edge, autoOf(settings) + HARD_BUFFER));
}
