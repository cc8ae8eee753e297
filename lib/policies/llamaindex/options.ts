/** Options of LlamaIndex' memories, for Python and TypeScript. */
import { formatInteger } from '@/lib/base/format';
import { literal, type OwnOptions } from '../contract/options';
import type { PythonSettings, TypescriptSettings } from './settings';

/** Options of LlamaIndex.TS. */
export function typescriptOptions(settings: TypescriptSettings): OwnOptions {
  const { window, limitBy, tokenLimit, ratio } = settings;
  const code = [
    'const memory = createMemory({',
    `  tokenLimit: ${literal(tokenLimit)},`,
    `  shortTermTokenLimitRatio: ${literal(ratio)},`,
    '});',
    '',
  ];
  return {
    snippets: [
      {
        target: 'llamaindex',
        language: 'typescript',
        file: null,
        by: 'setting',
        code: code.join('\n'),
        sets: ['tokenLimit', 'ratio'],
        notes:
          limitBy === 'window'
            ? ['tokenLimit is not looked at where the model names its window.']
            : [],
      },
    ],
    fixed: {
      window: `Context window ${formatInteger(window)}: contextWindow in the metadata of the model.`,
      limitBy:
        'An agent asks its memory with its model: the window decides where the model names one.',
    },
  };
}

/** Options of LlamaIndex for Python. */
export const pythonOptions = (settings: PythonSettings): OwnOptions => ({
  snippets: [
    {
      target: 'llama_index',
      language: 'python',
      file: null,
      by: 'setting',
      code: [
        'memory = Memory.from_defaults(',
        `    token_limit=${literal(settings.tokenLimit)},`,
        `    chat_history_token_ratio=${literal(settings.ratio)},`,
        `    token_flush_size=${literal(settings.flushSize)},`,
        ')',
        '',
      ].join('\n'),
      sets: ['tokenLimit', 'ratio', 'flushSize'],
      notes: [],
    },
  ],
  fixed: {
    window: `Context window ${formatInteger(settings.window)}: the model’s own; the memory does not ask for it.`,
  },
});
