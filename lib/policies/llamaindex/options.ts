/** Options of LlamaIndex' memories, for Python and TypeScript. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, type OwnOptions } from '@/lib/engine/policy/options';
import type { PythonSettings, TypescriptSettings } from './settings';

const UNREAD = 'tokenLimit is not looked at where the model names its window.';

/** Options of LlamaIndex.TS. */
export function typescriptOptions(settings: TypescriptSettings): OwnOptions {
  const { window, limitBy, tokenLimit, ratio } = settings;
  const code = [
    'const memory = createMemory({',
    `  tokenLimit: ${literal(tokenLimit)},`,
    `  shortTermTokenLimitRatio: ${literal(ratio)},`,
    '});',
  ];
  const sets = ['tokenLimit', 'ratio'];
  const place = { target: 'llamaindex', language: 'typescript', sets } as const;
  return {
    snippets: [codeSnippet(place, code, limitBy === 'window' ? [UNREAD] : [])],
    fixed: {
      window: `Context window ${formatInteger(window)}: contextWindow in the metadata of the model.`,
      limitBy:
        'An agent asks its memory with its model: the window decides where the model names one.',
    },
  };
}

const python = {
  target: 'llama_index',
  language: 'python',
  sets: ['tokenLimit', 'ratio', 'flushSize'],
} as const;

/** Options of LlamaIndex for Python. */
export const pythonOptions = (settings: PythonSettings): OwnOptions => ({
  snippets: [
    codeSnippet(python, [
      'memory = Memory.from_defaults(',
      `    token_limit=${literal(settings.tokenLimit)},`,
      `    chat_history_token_ratio=${literal(settings.ratio)},`,
      `    token_flush_size=${literal(settings.flushSize)},`,
      ')',
    ]),
  ],
  fixed: {
    window: `Context window ${formatInteger(settings.window)}: the model’s own; the memory does not ask for it.`,
  },
});
