/** LangMem's options: the arguments of `SummarizationNode`. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, type OwnOptions } from '@/lib/engine/policy/options';
import type { LangmemSettings } from './settings';

/** Options of LangMem. */
export function langmemOptions(settings: LangmemSettings): OwnOptions {
  const { window, maxTokens, before, summaryBudget } = settings;
  const code = [
    'SummarizationNode(',
    '    model=model,',
    '    token_counter=count_tokens_approximately,',
    `    max_tokens=${maxTokens},`,
    ...(before === 0 ? [] : [`    max_tokens_before_summary=${before},`]),
    `    max_summary_tokens=${summaryBudget},`,
    ')',
  ];
  const sets = ['maxTokens', 'before', 'summaryBudget'];
  return {
    snippets: [
      codeSnippet({ target: 'SummarizationNode', language: 'python', sets }, code, [
        'model.bind(max_tokens=…) holds the summary to its budget; LangMem does not.',
      ]),
    ],
    fixed: {
      window: `Context window ${formatInteger(window)}: LangMem does not ask for it.`,
      summaryCap: 'LangMem sets no cap; the model’s own max_tokens is one.',
    },
  };
}
