/**
 * Infinite sessions of GitHub Copilot CLI and its SDK, as their documents say it
 * (github/copilot-sdk, nodejs/src/types.ts, InfiniteSessionConfig: lines 1528–1546 of dist/types.d.ts in
 * `@github/copilot-sdk` 1.0.14), and as `@github/copilot` 1.0.102
 * was seen to do it with a model of its own on this machine: its code is closed.
 *
 * Before each request prompt and response of the last usage and what came since, or its own count of
 * the whole request if that is more, are compared with the model's prompt limit. At or above 0.80 a
 * compaction starts beside the agent: everything that this request holds goes to the summariser with
 * the same system prompt and tools, and the request is sent at the same time, whatever its size. While
 * it is under way none other starts. The summary lands before the first request after it is there. A
 * step at or above 0.95 waits for it, which then lands in its request. The user's messages so far,
 * word for word, and the summary make one message; what came since the start follows it. The count then
 * is its own until usage comes again. A summary that fails leaves everything as it was; the next step
 * may start again.
 *
 * How long a summary takes is a setting. Its own count is that of a tokenizer we do not have: bytes ÷ 4
 * here. Not modelled: the tags around each of the user's messages, retries of the summariser, and messages that it leaves out at the front where a
 * request is above the limit in spite of all.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { grownForm, heuristicForm } from '@/lib/engine/policy/decision';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { promptOf } from '@/lib/engine/policy/summariser';
import { CopilotRun } from './run';
import { copilotSettings, startsAt } from './settings';

/** Bytes of the text around the user's messages and the summary. */
const WRAPPER = 241;

/** GitHub Copilot CLI's infinite sessions. */
export const copilot = definePolicy({
  id: 'copilot',
  label: 'GitHub Copilot CLI',
  provenance: {
    system: 'GitHub Copilot CLI',
    repository: 'github.com/github/copilot-sdk',
    path: 'nodejs/src/types.ts',
    version: '@github/copilot 1.0.102',
    basis: 'documented',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule: 'threshold = background × window',
    threshold: startsAt,
    thresholdFormula: ({ window, background }) => `${background} × ${formatInteger(window)}`,
    idle: ({ enabled }) => (enabled ? null : 'infinite sessions are off'),
    path: () => ['window', 'background'],
    value: [heuristicForm, grownForm],
    count: 'prompt + response of the last usage + what came since',
    lastReal: 'Last prompt + output',
  },
  traits: { keepsTail: true, summariserCache: 'shared', background: true },
  recordings: { format: /^copilot-cli$/ },
  summariser: promptOf({
    source: 'the request of @github/copilot 1.0.102 to its model, as it was seen',
    sections: [
      'overview',
      'history',
      'work_done',
      'technical_details',
      'important_files',
      'next_steps',
      'checkpoint_title',
    ],
  }),
  settings: copilotSettings,
  presets: [{ id: 'reference', label: '1.0.102: starts at 0.80, waits at 0.95', settings: {} }],
  form: formOf(referenceEstimator, WRAPPER),
  begin: (chosen, input) => new CopilotRun(chosen, input),
});
