import * as z from 'zod';
import {
  cappedSummary,
  share,
  tokenSetting,
  wholeSetting,
  windowSetting,
} from '@/lib/engine/policy/settings';

/** Settings of OpenHands' summarising condenser. */
export const openhandsSettings = z.strictObject({
  window: windowSetting({
    label: 'Most input tokens',
    description: 'effective_max_input_tokens: what the user or LiteLLM’s catalogue states',
  }),
  maxSize: wholeSetting(80, [10, 1_000_000], {
    label: 'Condenses above',
    unit: 'events',
    description:
      'max_size: messages, calls, results, the system prompt and the summary count one each',
    advice: 'Raise it where requests stay far below the model’s limit; lower it where they near it',
    slider: { min: 10, max: 500, step: 1 },
  }),
  maxTokens: tokenSetting(0, {
    label: 'Condenses above, in tokens',
    description: 'max_tokens: counts where it is less than the most input tokens. 0: none',
    advice: 'Set it below the model’s limit where few large results fill the request',
  }),
  modelLimit: z.boolean().default(true).meta({
    label: 'The model’s limit condenses',
    description: 'From 2026-08-13 on; before, tokens were counted where max_tokens was set',
    advice: 'Set it as in the version you run',
  }),
  keepFirst: wholeSetting(4, [1, 1_000], {
    label: 'First events kept',
    unit: 'events',
    description: 'keep_first, the system prompt among them',
    advice: 'Raise it where the task stands behind the first message',
  }),
  progress: share.default(0.1).meta({
    label: 'Least share forgotten',
    description: 'minimum_progress: a condensation that forgets less is no condensation',
    advice: 'Lower it where the newest events are a loop of tools that is never parted',
  }),
  ...cappedSummary('Highwater’s cap; OpenHands sets none'),
});
export type OpenhandsSettings = z.infer<typeof openhandsSettings>;

/** Tokens above which a request is condensed; Infinity: none. */
export const mostTokens = ({ window, maxTokens, modelLimit }: OpenhandsSettings): number =>
  Math.min(modelLimit ? window : Infinity, maxTokens > 0 ? maxTokens : Infinity);
