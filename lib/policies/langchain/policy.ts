/**
 * LangChain's `summarizationMiddleware`, `langchain` 1.5.14 for JavaScript (agents/middleware/summarization.js,
 * utils.js), before each model call.
 *
 * Chars ÷ 4 of all messages together, the system prompt and tools left out, at or above the trigger summarise. Kept are
 * the newest messages: 20 of them, or as many as have so many tokens. A cut at a tool message moves back to the
 * message that called it. The summary is a user's message in front of them; the one before it is summarised with the
 * rest, alone where nothing else is older than what is kept. The summariser reads the last 4,000 tokens of what it
 * replaces. Its error's text becomes the summary, as does an empty answer.
 *
 * Compared with the package as it runs: `langchain-1.5.14.json` beside this file holds its results. Modelled: tool
 * calls are `{"name","args","id","type"}`; an id that is not recorded has 29 chars; the text of a summariser's error is
 * `Error`. Not modelled: one message that is itself more than the summariser reads and has no line break, for which
 * "Previous conversation was too long to summarize." becomes the summary; several triggers of which any is enough.
 */
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { givenWhole, promptOf } from '@/lib/engine/policy/summariser';
import { keepMessages, keepTokens } from './cut';
import { langchainEstimator } from './estimator';
import type { RequestMessages } from './message-list';
import { MiddlewareRun, type MiddlewareRules } from './run';
import { langchainSettings, middlewareDecision, type LangchainSettings } from './settings';

/** "Here is a summary of the conversation to date:" and a blank line. */
const WRAPPER = 48;
/** "Error generating summary: Error". */
const FAILURE = 31;

function cut(messages: RequestMessages, settings: LangchainSettings): number {
  const { keepBy, keep, keepTokens: most, keepShare, window } = settings;
  if (keepBy === 'messages') return keepMessages(messages, keep);
  return keepTokens(messages, keepBy === 'tokens' ? most : window * keepShare);
}

const rules: MiddlewareRules<LangchainSettings> = {
  cut,
  waits: ({ length }, { leastMessages }) =>
    length < leastMessages
      ? `The request has ${length} messages, fewer than the ${leastMessages} that its trigger names: nothing is summarised.`
      : null,
  reads: ({ summaryInput }) => summaryInput,
  failure: FAILURE,
};

/** LangChain. */
export const langchain = definePolicy({
  id: 'langchain',
  label: 'LangChain',
  provenance: {
    system: 'LangChain',
    repository: 'github.com/langchain-ai/langchainjs',
    path: 'libs/langchain/src/agents/middleware/summarization.ts',
    version: 'langchain 1.5.14',
    basis: 'exact',
    compared: { package: 'langchain', version: '1.5.14', license: 'MIT', runs: 240 },
  },
  decision: middlewareDecision,
  traits: { summariserCache: 'unshared' },
  recordings: { format: /^langgraph$/ },
  summariser: promptOf({
    source: 'DEFAULT_SUMMARY_PROMPT and createSummary of summarization.ts',
    gives: { ...givenWhole, thought: 'nothing', call: 'nothing', inline: 'nothing' },
    budget: ({ summaryInput }: LangchainSettings) => summaryInput,
    cut: 'The last tokens of what is replaced',
  }),
  settings: langchainSettings,
  presets: [
    {
      id: 'reference',
      label: '1.5.14: 20 messages kept, and Highwater’s trigger, 0.8',
      settings: {},
    },
    {
      id: 'example',
      label: 'As its documentation’s example: 4,000 tokens',
      settings: { triggerBy: 'tokens', tokenThreshold: 4_000 },
    },
  ],
  form: formOf((profile) => langchainEstimator(profile, 0), WRAPPER),
  begin: (chosen, input) => new MiddlewareRun(rules, chosen, input),
});
