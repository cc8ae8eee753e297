/** Options of Strands' conversation managers. */
import { formatInteger } from '@/lib/base/format';
import { literal, type OptionSnippet, type OwnOptions } from '../contract/options';
import type { SlidingSettings, SummarizingSettings } from './settings';

const snippet = (code: readonly string[], sets: readonly string[]): OptionSnippet => ({
  target: '@strands-agents/sdk',
  language: 'typescript',
  file: null,
  by: 'setting',
  code: [...code, ''].join('\n'),
  sets,
  notes: [],
});

/** Options of the summarising manager. */
export function summarizingOptions(settings: SummarizingSettings): OwnOptions {
  const { share, ratio, keep, window } = settings;
  const code = [
    'const agent = new Agent({',
    '  model,',
    '  conversationManager: new SummarizingConversationManager({',
    `    proactiveCompression: { compressionThreshold: ${literal(share)} },`,
    `    summaryRatio: ${literal(ratio)},`,
    `    preserveRecentMessages: ${literal(keep)},`,
    '  }),',
    '});',
  ];
  return {
    snippets: [snippet(code, ['share', 'ratio', 'keep'])],
    fixed: {
      window: `Context window ${formatInteger(window)}: contextWindowLimit in the configuration of the model.`,
      summaryCap: 'Strands sets no cap; maxTokens of the model is one.',
    },
  };
}

/** Options of the sliding window. */
export const slidingOptions = ({ keep }: SlidingSettings): OwnOptions => ({
  snippets: [
    snippet(
      [
        'const agent = new Agent({',
        '  model,',
        `  conversationManager: new SlidingWindowConversationManager({ windowSize: ${literal(keep)} }),`,
        '});',
      ],
      ['keep'],
    ),
  ],
  fixed: {},
});
