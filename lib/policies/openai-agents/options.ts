/** Options of the Agents SDK's compaction session. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import type { SessionSettings } from './session';

/** The session as its users make it. */
export const sessionOptions = ({ threshold, window }: SessionSettings): OwnOptions => ({
  snippets: [
    codeSnippet({ target: '@openai/agents', language: 'typescript', sets: ['threshold'] }, [
      'const session = new OpenAIResponsesCompactionSession({',
      '  shouldTriggerCompaction: ({ compactionCandidateItems }) =>',
      `    compactionCandidateItems.length >= ${threshold},`,
      '});',
    ]),
  ],
  fixed: {
    window: `Context window ${formatInteger(window)}: the model’s own; the session does not ask for it.`,
    users: 'What the API returns is not a setting.',
    summaryCap: 'The API decides how long its item is.',
  },
});
