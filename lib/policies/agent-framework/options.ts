/** Options of the Agent Framework's strategies, as its users write them. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, type OwnOptions } from '@/lib/engine/policy/options';
import type { DotnetSettings } from './dotnet';
import type { GoSettings } from './go';
import type { SummarizationSettings, WindowSettings } from './settings';

const place = { target: 'agent-framework', language: 'python' } as const;

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
  const sets = ['window', 'maxOutput', 'eviction', 'truncation', 'keep'];
  return {
    snippets: [codeSnippet({ ...place, sets }, code)],
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
    codeSnippet({ ...place, sets: ['target', 'extra'] }, [
      'agent = Agent(',
      '    client=client,',
      '    compaction_strategy=SummarizationStrategy(',
      '        client=client,',
      `        target_count=${literal(target)},`,
      `        threshold=${literal(extra)},`,
      '    ),',
      ')',
    ]),
  ],
  fixed: {
    window: `Context window ${formatInteger(window)}: the model’s own; the strategy does not ask for it.`,
    summaryCap: 'The strategy sets no cap; the model’s own limit is one.',
  },
});

/** Options of the pipeline for .NET. */
export const dotnetOptions = (settings: DotnetSettings): OwnOptions => {
  const { limit, target, keep, drops, dropKeep, window } = settings;
  const below = `CompactionTriggers.TokensBelow(${literal(Math.trunc(limit * target))})`;
  const stage = (made: string, kept: number): readonly string[] => [
    `    new ${made}CompactionTriggers.TokensExceed(${literal(limit)}),`,
    `        minimumPreserved: ${literal(kept)}, target: ${below})`,
  ];
  const [first = [], second = []] = [
    stage('SummarizationCompactionStrategy(client, ', keep),
    drops ? stage('TruncationCompactionStrategy(', dropKeep) : [],
  ];
  const joined = drops ? [...first.slice(0, -1), `${first.at(-1) ?? ''},`, ...second] : first;
  const code = ['PipelineCompactionStrategy strategy = new(', ...joined, ');'];
  const sets = ['limit', 'target', 'keep', 'drops', 'dropKeep'];
  return {
    snippets: [codeSnippet({ target: 'agent-framework', language: 'csharp', sets }, code)],
    fixed: {
      window: `Context window ${formatInteger(window)}: the model’s own; the pipeline does not ask for it.`,
      summaryCap: 'The strategy sets no cap; the model’s own limit is one.',
    },
  };
};

/** Options of the strategy for Go. */
export const goOptions = ({ window, maxOutput, truncation }: GoSettings): OwnOptions => ({
  snippets: [
    codeSnippet(
      { target: 'agent-framework', language: 'go', sets: ['window', 'maxOutput', 'truncation'] },
      [
        '&compaction.ContextWindowStrategy{',
        `\tMaxContextWindowTokens: ${literal(window)},`,
        `\tMaxOutputTokens:        ${literal(maxOutput)},`,
        `\tTruncationThreshold:    ${literal(truncation)},`,
        '}',
      ],
    ),
  ],
  fixed: { keep: 'MinimumPreservedGroups is a constant of the strategy, 2.' },
});
