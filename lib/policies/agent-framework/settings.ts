import * as z from 'zod';
import {
  cappedSummary,
  thresholdShare,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** Settings of `ContextWindowCompactionStrategy`. */
export const windowSettings = z.strictObject({
  window: windowSetting({ description: 'max_context_window_tokens: the model’s window' }),
  maxOutput: tokenSetting(16_384, {
    label: 'Largest output of the model',
    description: 'max_output_tokens: the window less it is the budget',
  }),
  eviction: thresholdShare(0.5, 'budget', {
    label: 'Collapses above',
    description: 'tool_eviction_threshold: above it old tool groups become one message each',
    advice: 'Lower it where results are long: the message that replaces a group repeats them whole',
  }),
  truncation: thresholdShare(0.8, 'budget', {
    label: 'Drops above',
    description: 'truncation_threshold: above it the oldest groups leave, down to the share above',
    advice: 'Lower it where requests overflow: instructions and tools are not in the count',
  }),
  keep: wholeSetting(4, [0, 1_000_000], {
    label: 'Tool groups kept',
    unit: 'groups',
    description: 'keep_last_tool_call_groups: the newest calls with their results stay as they are',
  }),
  dropsEarly: z.boolean().default(false).meta({
    label: 'Drops at the first threshold',
    description:
      'Before microsoft/agent-framework#7912 what collapsing left above the first threshold was dropped there',
    advice: 'Set it as in the version you run; the other value shows what a change of it did',
  }),
});
export type WindowSettings = z.infer<typeof windowSettings>;

/** Settings of `SummarizationStrategy`. */
export const summarizationSettings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the strategy asks for no tokens' }),
  target: wholeSetting(4, [1, 1_000_000], {
    label: 'Messages kept',
    unit: 'messages',
    description: 'target_count: the newest groups until they have so many messages stay',
    advice: 'Raise it: four messages are two calls with their results',
    slider: { min: 1, max: 200, step: 1 },
  }),
  extra: wholeSetting(2, [0, 1_000_000], {
    label: 'Allowed beyond',
    unit: 'messages',
    description: 'threshold: more messages than both together are summarised',
    advice: 'Raise it: each message beyond is a call of the summariser fewer',
    slider: { min: 0, max: 200, step: 1 },
  }),
  ...cappedSummary('Highwater’s cap; the strategy sets none, its prompt asks for five sentences'),
});
export type SummarizationSettings = z.infer<typeof summarizationSettings>;

type Budget = Pick<WindowSettings, 'window' | 'maxOutput'>;

/** Tokens of a share of the budget; none where the output is as large as the window. */
export const partOf = ({ window, maxOutput }: Budget, part: number): number =>
  Math.max(0, Math.trunc((window - maxOutput) * part));
