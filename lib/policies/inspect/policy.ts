/**
 * Inspect's compaction: UKGovernmentBEIS/inspect_ai, src/inspect_ai/model/_compaction/_compaction.py and types.py at 016e13c5,
 * summary.py at 05104f6c, trim.py at 5237a72a, edit.py at 146d9ead, ../_trim.py at 342c32ab, before each request.
 *
 * The prompt of the newest response and its own count of what came since, or its count of all where there is none yet.
 * Above 0.9 of the model's input tokens a strategy compacts. `CompactionSummary`: the first message of the user and a
 * summary of all are sent. `CompactionTrim`: a fifth of the messages behind the first leaves, the oldest, and no result
 * stays without its call. `CompactionEdit`: results of tools but the newest three become a short text. Where its own count
 * of what is left is above the threshold, the strategy is applied again, up to three times as long as that helps; then
 * it is an error.
 *
 * From the source, not run. Modelled: its count is bytes ÷ 4, where Inspect asks the provider or a tokenizer; the input is
 * what comes up to the first message of the user. Not modelled: the provider's own compaction, which `CompactionAuto` tries
 * first (policies of Anthropic and OpenAI here); thinking that an edit takes out; the memory tool with its warning at 0.9
 * of the threshold; tool outputs that are shortened for the summariser; a share of 1 and less as a number of tokens.
 */
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { claudeCodeSections, promptOf } from '@/lib/engine/policy/summariser';
import { InspectRun } from './run';
import { inspectDecision, inspectSettings } from './settings';

/** Bytes around a summary. */
const WRAPPER = 199;

/** Inspect. */
export const inspect = definePolicy({
  id: 'inspect',
  label: 'Inspect',
  provenance: {
    system: 'Inspect',
    repository: 'github.com/UKGovernmentBEIS/inspect_ai',
    path: 'src/inspect_ai/model/_compaction/_compaction.py',
    version: '016e13c5',
    basis: 'documented',
  },
  decision: inspectDecision,
  traits: { keepsTail: true, summariserCache: 'unshared' },
  summariser: promptOf({
    source: 'DEFAULT_SUMMARY_PROMPT of summary.py',
    sections: claudeCodeSections,
  }),
  settings: inspectSettings,
  presets: [
    { id: 'reference', label: 'A summary at 0.9', settings: {} },
    { id: 'trim', label: 'A fifth of the messages leaves', settings: { strategy: 'trim' } },
    { id: 'edit', label: 'Old tool results are emptied', settings: { strategy: 'edit' } },
  ],
  form: formOf(referenceEstimator, WRAPPER),
  begin: (chosen, input) => new InspectRun(chosen, input),
});
