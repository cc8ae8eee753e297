/**
 * The AI SDK's `pruneMessages` in `prepareStep`, as its documentation writes it, `ai` 7.0.173 (docs/03-agents/04-loop-control.mdx;
 * src/generate-text/prune-messages.ts, generate-text.ts).
 *
 * Before each step, `JSON.stringify(messages).length / 4` above 100,000 removes, without a summary, all reasoning and all
 * calls and results but those of the newest three messages, then messages without content. Calls whose results are
 * among those stay with them. The system prompt is no message. The pruned list is what the later steps of the same
 * generation grow (`messagesForNextStep`); `responseMessages` holds everything, so the next generation, here a turn
 * of the user's, begins with the whole history and is pruned again at once. Texts never leave.
 *
 * Compared with the package as it runs: `ai-7.0.173.json` beside this file holds its results. Modelled: ids of calls of
 * 29 chars, texts beside calls and names of tools of whole tokens, results that are texts, a message for each entry of
 * the model's, pictures as base64. Not counted, for a profile does not hold it: backslashes that JSON puts before quotes
 * and line breaks, and what a provider adds to its parts (signatures, ids of items). Not modelled: removing by the
 * names of tools, approvals. Where the recording leaves thinking out of later requests, it is neither counted nor
 * removed.
 */
import { withoutPrefixForm } from '@/lib/engine/policy/decision';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { jsonEstimator } from './messages';
import { PruneRun } from './run';
import { pruneSettings } from './settings';

/** The AI SDK with a pruning `prepareStep`. */
export const aiSdkPrune = definePolicy({
  id: 'ai-sdk-prune',
  label: 'AI SDK pruneMessages',
  provenance: {
    system: 'Vercel AI SDK',
    repository: 'github.com/vercel/ai',
    path: 'packages/ai/src/generate-text/prune-messages.ts',
    version: 'ai 7.0.173',
    basis: 'exact-rule',
    compared: { package: 'ai', version: '7.0.173', license: 'Apache-2.0', runs: 240 },
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = trigger',
    threshold: ({ trigger }) => trigger,
    thresholdFormula: () => 'the trigger',
    idle: ({ toolCalls, reasoning }) =>
      toolCalls === 'none' && reasoning === 'none' ? 'neither calls nor reasoning leave' : null,
    path: () => ['trigger'],
    value: [withoutPrefixForm],
    count: 'chars of the messages’ JSON ÷ 4, rounded up',
    ownCount: true,
  },
  traits: { keepsTail: true },
  observing: { blanks: 'after' },
  settings: pruneSettings,
  presets: [
    { id: 'reference', label: 'As documented: above 100,000, the newest 3', settings: {} },
    {
      id: 'chat',
      label: 'As in the reference page: the newest 2, the last reasoning',
      settings: { keep: 2, reasoning: 'before-last-message' },
    },
  ],
  form: formOf(jsonEstimator),
  begin: (chosen, input) => new PruneRun(chosen, input),
});
