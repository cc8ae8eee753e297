/**
 * Kimi Code's compaction, `@moonshot-ai/kimi-code` 2.1.0 (packages/agent-core-v2/src/agent/fullCompaction, contextMemory,
 * tokenCounting).
 *
 * Before each step: the newest reported usage, prompt and response, and an estimate of the messages behind it; before
 * any usage the messages alone, without system prompt and tools. At or above 0.85 of the window, or where 50,000 or fewer
 * are left of it, everything is summarised, the user's new message with it. What stays are the user's messages, all of
 * them up to 20,000 tokens, else the oldest 2,000 and the newest 18,000 with a note between them; then the summary with
 * a pointer to the event log, and a message that says to go on. Until usage is reported its own count of that request
 * stands in, with the output that the summariser reported; within the turn nothing fires at or below it. An empty
 * summary is asked for again, the oldest message left out, five times at most; any other failure ends the turn.
 *
 * Compared with the program as it runs: the golden file beside this one holds its results. Modelled: a call has one argument, lines
 * of the event log have four digits. Not modelled: reminders that Kimi adds by itself (a recording has them) and the task
 * list behind a summary, the recovery after an overflow (it compacts, and takes 0.85 of that request for the window), a
 * trigger below 0.85, which compacts beside the running steps.
 */
import { grownForm, lastRealForm, withoutPrefixForm } from '@/lib/engine/policy/decision';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { promptOf } from '@/lib/engine/policy/summariser';
import { kimiEstimator } from './estimator';
import { KimiRun } from './run';
import { kimiSettings, kimiThreshold, type KimiSettings } from './settings';
import { SUMMARY_PREFIX } from './texts';

/** Kimi Code. */
export const kimi = definePolicy({
  id: 'kimi',
  label: 'Kimi Code',
  provenance: {
    system: 'Kimi Code',
    repository: 'github.com/MoonshotAI/kimi-code',
    path: 'packages/agent-core-v2/src/agent/fullCompaction/fullCompactionService.ts',
    version: '@moonshot-ai/kimi-code 2.1.0',
    basis: 'exact',
    compared: {
      package: '@moonshot-ai/kimi-code',
      version: '2.1.0',
      license: 'MIT',
      runs: 240,
    },
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule:
      'threshold = min(ceil(share × window), window − reserve); the reserve only below the window',
    threshold: kimiThreshold,
    path: ({ window, reserve }) =>
      reserve > 0 && reserve < window ? ['window', 'share', 'reserve'] : ['window', 'share'],
    value: [withoutPrefixForm, lastRealForm('prompt + response of the last usage'), grownForm],
    count: 'prompt + response of the last usage + messages behind it',
    lastReal: 'Last total tokens',
  },
  traits: { summariserCache: 'shared' },
  recordings: { format: /^kimi-code$/ },
  summariser: promptOf({
    source: 'fullCompaction/compaction-instruction.md: six points, no headings',
    budget: ({ window }: KimiSettings) => Math.floor((window - Math.floor(window / 8)) * 0.85),
    cut: 'Cut at 0.85 of the window less an eighth for the answer',
    cap: ({ window }: KimiSettings) => Math.min(window, 131_072),
  }),
  settings: kimiSettings,
  presets: [{ id: 'reference', label: '2.1.0: at 0.85, or 50,000 left', settings: {} }],
  form: formOf(kimiEstimator, SUMMARY_PREFIX),
  begin: (chosen, input) => new KimiRun(chosen, input),
});
