/** Options of Pydantic AI's harness: the arguments of `SummarizingCompaction`. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, type OwnOptions } from '@/lib/engine/policy/options';
import type { PydanticAiSettings } from './policy';

/** Options of `SummarizingCompaction`. */
export function pydanticAiOptions(settings: PydanticAiSettings): OwnOptions {
  const { window, share, keep, keepTokens, keepFirst } = settings;
  const code = [
    'SummarizingCompaction(',
    `    max_fraction=${literal(share)},`,
    `    context_window=${literal(window)},`,
    keepTokens > 0
      ? `    keep_tokens=${literal(keepTokens)},`
      : `    keep_messages=${literal(keep)},`,
    ...(keepFirst ? [] : ['    preserve_first_user_message=False,']),
    ')',
  ];
  const sets = ['window', 'share', 'keep', 'keepTokens', 'keepFirst'];
  return {
    snippets: [codeSnippet({ target: 'Pydantic AI', language: 'python', sets }, code)],
    fixed: {
      summaryCap: `The capability sets no cap; window ${formatInteger(window)} is the model’s.`,
    },
  };
}
