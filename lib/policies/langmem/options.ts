/** LangMem's options: the arguments of `SummarizationNode`. */
import { formatInteger } from '@/lib/base/format';
import type { OwnOptions } from '../contract/options';
import type { LangmemSettings } from './settings';

/** Options of LangMem. */
export const langmemOptions = ({
  window,
  maxTokens,
  before,
  summaryBudget,
}: LangmemSettings): OwnOptions => ({
  snippets: [
    {
      target: 'SummarizationNode',
      language: 'python',
      file: null,
      by: 'setting',
      code: [
        'SummarizationNode(',
        '    model=model,',
        '    token_counter=count_tokens_approximately,',
        `    max_tokens=${maxTokens},`,
        ...(before === 0 ? [] : [`    max_tokens_before_summary=${before},`]),
        `    max_summary_tokens=${summaryBudget},`,
        ')',
        '',
      ].join('\n'),
      sets: ['maxTokens', 'before', 'summaryBudget'],
      notes: ['model.bind(max_tokens=…) holds the summary to its budget; LangMem does not.'],
    },
  ],
  fixed: {
    window: `Context window ${formatInteger(window)}: LangMem does not ask for it.`,
    summaryCap: 'LangMem sets no cap; the model’s own max_tokens is one.',
  },
});
