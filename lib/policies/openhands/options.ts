/** OpenHands' options: the condenser's arguments. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, type OwnOptions } from '@/lib/engine/policy/options';
import type { OpenhandsSettings } from './settings';

/** Options of OpenHands' condenser. */
export function openhandsOptions(settings: OpenhandsSettings): OwnOptions {
  const { maxSize, maxTokens, keepFirst, progress, window } = settings;
  const code = [
    'LLMSummarizingCondenser(',
    '    llm=llm,',
    `    max_size=${literal(maxSize)},`,
    ...(maxTokens === 0 ? [] : [`    max_tokens=${literal(maxTokens)},`]),
    `    keep_first=${literal(keepFirst)},`,
    `    minimum_progress=${literal(progress)},`,
    ')',
  ];
  const sets = ['maxSize', 'maxTokens', 'keepFirst', 'progress'];
  return {
    snippets: [codeSnippet({ target: 'OpenHands', language: 'python', sets }, code)],
    fixed: {
      window: `Most input tokens ${formatInteger(window)}: LLM(max_input_tokens=…), else what LiteLLM knows of the model.`,
      modelLimit: 'Whether the model’s limit condenses came with the version.',
      summaryCap: 'The condenser sets no cap; the model’s own limit is one.',
    },
  };
}
