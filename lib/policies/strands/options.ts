/** Options of Strands' conversation managers. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, type OwnOptions } from '@/lib/engine/policy/options';
import type { SlidingSettings, SummarizingSettings } from './settings';

const place = { target: '@strands-agents/sdk', language: 'typescript' } as const;

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
    snippets: [codeSnippet({ ...place, sets: ['share', 'ratio', 'keep'] }, code)],
    fixed: {
      window: `Context window ${formatInteger(window)}: contextWindowLimit in the configuration of the model.`,
      summaryCap: 'Strands sets no cap; maxTokens of the model is one.',
    },
  };
}

/** Options of the sliding window. */
export const slidingOptions = ({ keep }: SlidingSettings): OwnOptions => ({
  snippets: [
    codeSnippet({ ...place, sets: ['keep'] }, [
      'const agent = new Agent({',
      '  model,',
      `  conversationManager: new SlidingWindowConversationManager({ windowSize: ${literal(keep)} }),`,
      '});',
    ]),
  ],
  fixed: {},
});
