/** Options of the Agents SDK's compaction session. */
import { formatInteger } from '@/lib/base/format';
import type { OwnOptions } from '../contract/options';

/** The session as its users make it. */
export const sessionOptions = ({
  threshold,
  window,
}: {
  readonly threshold: number;
  readonly window: number;
}): OwnOptions => ({
  snippets: [
    {
      target: '@openai/agents',
      language: 'typescript',
      file: null,
      by: 'setting',
      code: [
        'const session = new OpenAIResponsesCompactionSession({',
        '  shouldTriggerCompaction: ({ compactionCandidateItems }) =>',
        `    compactionCandidateItems.length >= ${threshold},`,
        '});',
        '',
      ].join('\n'),
      sets: ['threshold'],
      notes: [],
    },
  ],
  fixed: {
    window: `Context window ${formatInteger(window)}: the model’s own; the session does not ask for it.`,
    users: 'What the API returns is not a setting.',
    summaryCap: 'The API decides how long its item is.',
  },
});
