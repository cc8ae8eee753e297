/**
 * Gemini CLI's chat compression and its masking of tool outputs: `@google/gemini-cli-core` 0.61.0, core/
 * client, context/chatCompressionService and context/toolOutputMaskingService; policies.md §5.
 *
 * Before each request, over the history without it: the prompt tokens of the last response at or
 * above 0.5 × limit compress. First the function responses beyond the newest 50,000 tokens are cut to
 * min(40,000, 4 × tokens that the limit left the request before) chars, each one that would exceed
 * the budget; a later small one may still fit. The cut is the first user's message (no function
 * response) at or behind 70 % of the history's JSON; without one everything, if the history ends with a
 * model's message that calls nothing, else at the last user's message; at the first message nothing
 * happens, and the responses stay whole. Summary and an acknowledgement come first. A result that
 * counts more than the prompt did is rejected (INFLATED), and from then on only the function responses
 * are cut, without a summary, where the history then counts less. Whatever the count, the responses older
 * than the newest 50,000 tokens of them are then masked, head and tail of 250 chars left, where together
 * they are 30,000. After any of these the count is an estimate of the new history, until the next usage;
 * a response without usage leaves the count as it is.
 *
 * The estimate counts a quarter of a token for each UTF-16 unit, of calls and responses as JSON; in texts of at
 * most 100,000 units those outside ASCII count 1.5. A response's text is such a text by itself where its share of
 * the budget is counted, not where the history is.
 *
 * Compared with the package's client as it runs: `google-gemini-cli-core-0.61.0.json` beside this file holds
 * its results. Modelled: JSON is units and a flat syntax (nothing in texts and responses is escaped, ids of 36
 * chars, results under `output`), a text that is cut keeps its share of chars outside ASCII and no emoji is
 * halved, a summary is ASCII, the shell's results are masked as others are (the code leaves 20 lines of them),
 * paths have a usual length, inline data are images, which the code asks the provider to count in the new
 * history and estimates where that fails. The first environment message is in the hidden prefix, its share of
 * every count a setting. A recording without any usage is decided by the estimate of its history. Not
 * modelled: the check that ends a turn before an overflow, tools whose results are never masked.
 */
import { heuristicForm, lastRealForm } from '@/lib/engine/policy/decision';
import { definePolicy } from '@/lib/engine/policy/policy';
import { MOST_TOKENS } from '@/lib/engine/policy/settings';
import { inlineRule } from '@/lib/engine/mechanisms/estimate';
import { GeminiRun } from './run';
import { geminiSettings } from './settings';
import { geminiEstimator } from './sizes';
import { promptOf } from '@/lib/engine/policy/summariser';

/** Gemini CLI. */
export const geminiCli = definePolicy({
  id: 'gemini-cli',
  label: 'Gemini CLI',
  provenance: {
    system: 'Gemini CLI',
    repository: 'github.com/google-gemini/gemini-cli',
    path: 'packages/core/src/context/chatCompressionService.ts',
    version: '@google/gemini-cli-core 0.61.0',
    basis: 'exact',
    compared: {
      package: '@google/gemini-cli-core',
      version: '0.61.0',
      license: 'Apache-2.0',
      runs: 240,
    },
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule: 'threshold = observed > 0 ? observed : ceil(share × window)',
    threshold: ({ window, share: part, observed }) =>
      observed > 0 ? observed : Math.ceil(window * part),
    path: () => ['window', 'share'],
    value: [lastRealForm('prompt of the last response'), heuristicForm],
    lastReal: 'Last prompt tokens',
  },
  traits: { summariserCache: 'unshared' },
  summariser: promptOf({
    source: 'packages/core/src/core/prompts.ts: the tags of a state_snapshot',
    sections: [
      'overall_goal',
      'active_constraints',
      'key_knowledge',
      'artifact_trail',
      'file_system_state',
      'recent_actions',
      'task_state',
    ],
  }),
  recordings: { format: /^gemini-cli/ },
  adds: 'acknowledgement',
  settings: geminiSettings,
  presets: [
    { id: 'reference', label: 'Half of the limit', settings: {} },
    {
      id: '70-percent',
      label: 'Earlier: 70 % of the limit',
      settings: { share: 0.7, maskLeast: MOST_TOKENS },
      provenance: { version: 'before google-gemini/gemini-cli#12068', basis: 'documented' },
    },
  ],
  form: (chosen, profile, prefixTokens) => ({
    estimator: geminiEstimator(profile, prefixTokens, inlineRule(chosen)),
    wrapperBytes: 0,
  }),
  begin: (chosen, input) => new GeminiRun(chosen, input),
});
