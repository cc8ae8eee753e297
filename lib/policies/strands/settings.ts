import * as z from 'zod';
import {
  cappedSummary,
  numberSetting,
  share,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** Settings of `SummarizingConversationManager`. */
export const summarizingSettings = z.strictObject({
  window: windowSetting({
    description: 'contextWindowLimit of the model; 200,000 where it names none',
  }),
  share: share.default(0.7).meta({
    label: 'Compression threshold',
    short: 'Threshold',
    description: 'compressionThreshold of proactiveCompression, of the context window',
    slider: { min: 0.1, max: 1, step: 0.01 },
  }),
  ratio: numberSetting(0.3, [0.1, 0.8], {
    label: 'Summarised share',
    unit: '× messages',
    description: 'summaryRatio: of the messages, the oldest; between 0.1 and 0.8',
    advice: 'Raise it where compactions follow one another; lower it where work is lost',
  }),
  keep: wholeSetting(10, [0, 1_000_000], {
    label: 'Kept at least',
    unit: 'messages',
    description: 'preserveRecentMessages: the newest, whatever the share',
  }),
  ...cappedSummary('Highwater’s cap; Strands sets none'),
});
export type SummarizingSettings = z.infer<typeof summarizingSettings>;

/** Settings of `SlidingWindowConversationManager`. */
export const slidingSettings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the manager asks for no tokens' }),
  keep: wholeSetting(40, [1, 1_000_000], {
    label: 'Messages kept',
    short: 'Window size',
    unit: 'messages',
    description: 'windowSize: more of them at the end of an invocation are cut to so many',
    slider: { min: 2, max: 200, step: 1 },
  }),
});
export type SlidingSettings = z.infer<typeof slidingSettings>;

/** The least number of tokens whose quotient by the window is at least the share, in double precision. */
export function leastAtShare(window: number, part: number): number {
  if (window === 0) return part > 0 ? Infinity : 0;
  let least = Math.ceil(window * part);
  if (least > 0 && (least - 1) / window >= part) least--;
  if (least / window < part) least++;
  return least;
}
