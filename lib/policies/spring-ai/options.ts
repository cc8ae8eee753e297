/** Options of Spring AI Session: its advisor's trigger and strategy. */
import { formatInteger } from '@/lib/engine/base/format';
import { codeSnippet, literal, type OwnOptions } from '@/lib/engine/policy/options';
import type { SpringAiSettings } from './policy';

/** Options of Spring AI Session. */
export function springAiOptions(settings: SpringAiSettings): OwnOptions {
  const { window, turns, keep, overlap, summarises } = settings;
  const strategy = summarises
    ? `RecursiveSummarizationCompactionStrategy.builder(chatClient).maxEventsToKeep(${literal(keep)}).overlapSize(${literal(overlap)})`
    : `SlidingWindowCompactionStrategy.builder().maxEvents(${literal(keep)})`;
  const code = [
    'SessionMemoryAdvisor.builder(sessionService)',
    `    .compactionTrigger(new TurnCountTrigger(${literal(turns)}))`,
    `    .compactionStrategy(${strategy}.build())`,
    '    .build();',
  ];
  const sets = ['turns', 'keep', 'overlap', 'summarises'];
  return {
    snippets: [codeSnippet({ target: 'Spring AI', language: 'java', sets }, code)],
    fixed: {
      window: `Context window ${formatInteger(window)}: the model’s own; the trigger does not ask for it.`,
      summaryCap: 'The strategy sets no cap; the model’s own limit is one.',
    },
  };
}
