/**
 * ContextGuard's summariser: what it is asked, and the texts that replace a conversation.
 * achetronic/adk-utils-go, plugin/contextguard/compaction_utils.go: `summarize`, `buildSummarizePrompt`,
 * `injectSummary`, `injectContinuation`, `buildFallbackSummary`.
 */
import { utf8Prefix } from '@/lib/engine/base/utf8';
import { FALLBACK_BYTES } from '@/lib/engine/tokens/entry-table';
import type { PromptTexts, ReplacingTexts, SummariserPrompt } from '@/lib/engine/policy/summariser';
import { CAP_SHARE, SUMMARIZER_SHARE } from './compaction-passes';
import { FALLBACK_SEPARATOR } from './summary-text';

/** Words that a token of the answer is taken for. */
const WORDS_PER_TOKEN = 0.75;

/** Bytes of the instruction: with an em dash, as read at 1468dc1; a hyphen takes two fewer. */
const INSTRUCTION = { 'em-dash': 1_709, hyphen: 1_707 } as const;

const DASH = { 'em-dash': '—', hyphen: '-' } as const;

/** Settings of a policy that summarises as ContextGuard does. */
interface PromptSettings {
  readonly window: number;
  readonly buffer: number;
  readonly wrapper: keyof typeof DASH;
  readonly continuation: 'none' | 'plain' | 'quoting';
  /** The oldest contents are cut off to 80 % of the window. */
  readonly truncate: boolean;
}

/** The texts that depend on no setting. */
const texts: Omit<PromptTexts<unknown>, 'instructionBytes' | 'limit'> = {
  open: 'Provide a detailed summary of the following conversation.\n\n',
  previous: [
    '[Previous summary for context]\n',
    '\n[End previous summary]\n\nIncorporate the previous summary into your new summary, updating any information that has changed.\n\n',
  ],
  transcript: ['[Conversation to summarize]\n', '[End of conversation]\n'],
  line: (role, part, content) => {
    if (part === 'call') return `${role}: [called tool: ${content}]\n`;
    if (part === 'response') return `${role}: [tool ${content} returned a result]\n`;
    return `${role}: ${content}\n`;
  },
  todos: (list) =>
    list.length === 0
      ? ''
      : `\n[Current todo list]\n${list.map(({ status, content }) => `- [${status}] ${content}\n`).join('')}[End todo list]\n\nInclude these tasks and their statuses in your summary under a dedicated "## Todo List" section. Instruct the resuming assistant to restore them using the \`todos\` tool to continue tracking progress.\n`,
};

/** What follows a summary in the request that compacted. */
function continuationOf(kind: PromptSettings['continuation'], request: string): string | null {
  if (kind === 'none') return null;
  const begin =
    '[System: The conversation was compacted because it exceeded the context window. The summary above contains all prior context.';
  const without = 'without asking the user to repeat anything.]';
  return kind === 'quoting' && request !== ''
    ? `${begin} The user's current request is: \`${request}\`. Continue working on this request ${without}`
    : `${begin} Continue working ${without}`;
}

const fallback: ReplacingTexts<unknown>['fallback'] = (previous, said) => {
  const lines = said
    .filter(({ text }) => text !== '')
    .map(({ role, text }) => {
      const cut = utf8Prefix(text, FALLBACK_BYTES);
      return `${role}: ${cut === text ? text : `${cut}...`}\n`;
    });
  return `${previous === '' ? '' : `${previous}${FALLBACK_SEPARATOR}`}${lines.join('')}`;
};

/** The prompt of a policy; `complete` reads what it depends on from the policy's settings. */
export function guardPrompt<S>(complete: (settings: S) => PromptSettings): SummariserPrompt<S> {
  const capOf = (settings: S): number => Math.trunc(complete(settings).buffer * CAP_SHARE);
  return {
    source: 'plugin/contextguard/compaction_utils.go',
    sections: ['Current State', 'Key Information', 'Context & Decisions', 'Exact Next Steps'],
    gives: {
      text: 'whole',
      thought: 'whole',
      call: 'name',
      response: 'name',
      inline: 'nothing',
      other: 'nothing',
    },
    budget: (settings) => {
      const { window, truncate } = complete(settings);
      return truncate ? Math.trunc(window * SUMMARIZER_SHARE) : null;
    },
    cut: 'Cut at 80 % of the window',
    cap: capOf,
    texts: {
      ...texts,
      instructionBytes: (settings) => INSTRUCTION[complete(settings).wrapper],
      limit: (settings) => {
        const words = Math.trunc(capOf(settings) * WORDS_PER_TOKEN);
        return { words, line: `\n\nKeep the summary under ${words} words.` };
      },
    },
    replacing: {
      wrapper: (settings) => [
        '[Previous conversation summary]\n',
        `\n[End of summary ${DASH[complete(settings).wrapper]} conversation continues below]`,
      ],
      continuation: (settings, request) => continuationOf(complete(settings).continuation, request),
      fallback,
    },
  };
}
