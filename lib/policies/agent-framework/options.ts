/** Options of the Agent Framework's strategies, as its users write them. */
import { formatInteger } from '@/lib/base/format';
import { literal, type OptionSnippet, type OwnOptions } from '../contract/options';
import type { SummarizationSettings, WindowSettings } from './settings';

const snippet = (code: readonly string[], sets: readonly string[]): OptionSnippet => ({
  target: 'agent-framework',
  language: 'python',
  file: null,
  by: 'setting',
  code: [...code, ''].join('\n'),
  sets,
  notes: [],
});

/** Options of the strategy of a context window. */
export const windowOptions = (settings: WindowSettings): OwnOptions => {
  const { window, maxOutput, eviction, truncation, keep } = settings;
  const code = [
    'agent = create_harness_agent(',
    '    client,',
    '    before_compaction_strategy=ContextWindowCompactionStrategy(',
    `        max_context_window_tokens=${literal(window)},`,
    `        max_output_tokens=${literal(maxOutput)},`,
    `        tool_eviction_threshold=${literal(eviction)},`,
    `        truncation_threshold=${literal(truncation)},`,
    `        keep_last_tool_call_groups=${literal(keep)},`,
    '    ),',
    ')',
  ];
  return {
    snippets: [snippet(code, ['window', 'maxOutput', 'eviction', 'truncation', 'keep'])],
    fixed: { dropsEarly: 'Where it drops came with the version.' },
  };
};

/** Options of the summarising strategy. */
export const summarizationOptions = ({
  target,
  extra,
  window,
}: SummarizationSettings): OwnOptions => ({
  snippets: [
    snippet(
      [
        'agent = Agent(',
        '    client=client,',
        '    compaction_strategy=SummarizationStrategy(',
        '        client=client,',
        `        target_count=${literal(target)},`,
        `        threshold=${literal(extra)},`,
        '    ),',
        ')',
      ],
      ['target', 'extra'],
    ),
  ],
  fixed: {
    window: `Context window ${formatInteger(window)}: the model’s own; the strategy does not ask for it.`,
    summaryCap: 'The strategy sets no cap; the model’s own limit is one.',
  },
});
