/**
 * The summarisation of deepagents, `deepagents` 1.14.1 for JavaScript (src/middleware/summarization.ts), around each
 * model call.
 *
 * Chars ÷ 4 of system prompt, tools and messages together at or above 0.85 of the model's input limit (170,000 tokens
 * where its profile is unknown) summarise all but the newest messages that together have a tenth of that limit (6
 * messages). A cut at a tool message moves back to the message that called it, or behind the tool messages where more
 * than half of what is cut would stay then. The state keeps every message; the summary names a file with those that
 * left. Where nothing would stay, tool results are shortened for that request instead, and nothing is summarised.
 *
 * Compared with the package as it runs: `deepagents-1.14.1.json` beside this file holds its results. Modelled: as for
 * LangChain; the prefix is its bytes ÷ 4. Not modelled: long arguments of write_file and edit_file, which it cuts in
 * older messages at the same trigger (a session of numbers names no tool); results of more than 20,000 tokens, which it
 * writes to a file before the log; the multiplier that it learns from an overflow.
 */
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { givenWhole, promptOf } from '@/lib/engine/policy/summariser';
import { keepFitting, keepNewest } from './cut';
import { langchainEstimator } from './estimator';
import { inTokens, type RequestMessages } from './message-list';
import { MiddlewareRun, type MiddlewareRules } from './run';
import { deepagentsSettings, middlewareDecision, type MiddlewareSettings } from './settings';

/** The text around a summary, with the path `/conversation_history/session_12345678.md`. */
const WRAPPER = 258;
/** Share of the limit that shortened tool results leave room in, and the least they have together. */
const SHORTENED_SHARE = 0.7;
const SHORTENED_LEAST = 1_000;

function cut(messages: RequestMessages, settings: MiddlewareSettings): number {
  const { keepBy, keep, keepTokens, keepShare, window } = settings;
  if (keepBy === 'messages') return keepNewest(messages, keep);
  return keepFitting(messages, keepBy === 'tokens' ? keepTokens : Math.floor(window * keepShare));
}

/** Some tool result is longer than its share of what the other messages leave. */
function shortens(
  messages: RequestMessages,
  { window, triggerBy, keepBy }: MiddlewareSettings,
  prefix: number,
): boolean {
  // It knows a limit only where the model has a profile, without which no setting is a fraction.
  if (triggerBy !== 'fraction' && keepBy !== 'fraction') return false;
  let tools = 0;
  let chars = 0;
  for (let at = 0; at < messages.length; at++) {
    if (messages.isTool(at)) tools++;
    else chars += messages.chars(at, at + 1);
  }
  const room = Math.max(SHORTENED_SHARE * window - (prefix + inTokens(chars)), SHORTENED_LEAST);
  const most = Math.floor(room / tools) * 4;
  for (let at = 0; at < messages.length; at++) {
    if (messages.isTool(at) && messages.contentOf(at) > most) return true;
  }
  return false;
}

const rules: MiddlewareRules<MiddlewareSettings> = { cut, shortens };

/** deepagents. */
export const deepagents = definePolicy({
  id: 'deepagents',
  label: 'deepagents',
  provenance: {
    system: 'deepagents',
    repository: 'github.com/langchain-ai/deepagentsjs',
    path: 'libs/deepagents/src/middleware/summarization.ts',
    version: 'deepagents 1.14.1',
    basis: 'exact',
    compared: { package: 'deepagents', version: '1.14.1', license: 'MIT', runs: 240 },
  },
  decision: middlewareDecision,
  traits: { summariserCache: 'unshared' },
  summariser: promptOf({
    source: 'DEFAULT_SUMMARY_PROMPT and createSummary of summarization.ts',
    gives: { ...givenWhole, thought: 'nothing', call: 'nothing', inline: 'nothing' },
  }),
  settings: deepagentsSettings,
  presets: [
    { id: 'reference', label: '1.14.1: the model has a profile', settings: {} },
    {
      id: 'no-profile',
      label: '1.14.1: no profile, 170,000 tokens, 6 messages',
      settings: { triggerBy: 'tokens', keepBy: 'messages' },
    },
  ],
  form: formOf(langchainEstimator, WRAPPER),
  begin: (chosen, input) => new MiddlewareRun(rules, chosen, input),
});
