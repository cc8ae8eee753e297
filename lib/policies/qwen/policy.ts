/**
 * Qwen Code's chat compression and its clearing of old tool results, `@qwen-code/qwen-code` 0.24.4 (packages/core/src:
 * core/llmChat, services/chatCompressionService, services/microcompaction).
 *
 * Before each request: prompt and response of the model's last usage and ⌈chars ÷ 4⌉ of the message that is
 * sent; before any usage of the model the whole history so. At or above min(0.85 of the window, 33,000 below its
 * end) everything but that message is summarised, with the reminders before the first prompt, which no file holds: their
 * size is a setting. Calls that the message answers stay in the acknowledgement behind the summary. Where the provider caches prefixes,
 * the count is a provider's and 20,000 are free, the summariser gets the same request, and the dedicated one only if
 * that fails. The new count is the old less what the summariser's prompt reported beyond 1,000 tokens, plus its output;
 * of a shared request the old less the estimate of the old history, plus that of the new. More than the old is rejected,
 * as is an answer that reaches its limit. After three failures in a row nothing is tried below the hard limit,
 * max(window − 23,000, threshold + 3,000); above it a rescue is tried, three times; a request that stays above is not
 * sent.
 *
 * Before a prompt, when the last response is 60 minutes old, all results of tools but the newest five are cleared; before
 * every message, where results have more than 500,000 chars, the oldest down to half of that. The count stays.
 *
 * Compared with the package's chat as it runs: the golden file beside this one holds its results. The pause is that
 * between the times of two steps, as the recording has them; a step without a time has no pause. Modelled: ids of
 * calls of 29 chars, texts beside calls of whole tokens, every tool's results may be cleared (the code names ten tools
 * of its own). Not modelled: files and pictures that are put back behind a summary, plan mode and sub-agents there,
 * compression after an overflow, a trigger by screenshots, another model that compacts.
 */
import { grownForm, heuristicForm } from '@/lib/engine/policy/decision';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { promptOf } from '@/lib/engine/policy/summariser';
import { qwenEstimator } from './chars';
import { QwenRun } from './run';
import { qwenSettings, qwenThreshold } from './settings';
import { TRAILER } from './texts';

/** Qwen Code. */
export const qwen = definePolicy({
  id: 'qwen',
  label: 'Qwen Code',
  provenance: {
    system: 'Qwen Code',
    repository: 'github.com/QwenLM/qwen-code',
    path: 'packages/core/src/services/chatCompressionService.ts',
    version: '@qwen-code/qwen-code 0.24.4',
    basis: 'exact',
    compared: {
      package: '@qwen-code/qwen-code',
      version: '0.24.4',
      license: 'Apache-2.0',
      runs: 240,
    },
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule: 'threshold = ceil(min(share × window, window − 33,000))',
    threshold: qwenThreshold,
    path: () => ['window', 'share'],
    value: [heuristicForm, grownForm],
    count: 'prompt + response of the last usage + the message that is sent',
    lastReal: 'Last prompt + output',
  },
  traits: { summariserCache: 'shared' },
  recordings: { format: /^qwen-code$/ },
  summariser: promptOf({
    source: 'packages/core/src/core/prompts.ts: the tags of a state_snapshot',
    cap: () => 20_000,
  }),
  adds: 'acknowledgement',
  settings: qwenSettings,
  presets: [{ id: 'reference', label: '0.24.4: at 0.85, or 33,000 left', settings: {} }],
  form: formOf(qwenEstimator, TRAILER),
  begin: (chosen, input) => new QwenRun(chosen, input),
});
