import { expect, it } from 'vitest';
import { findPolicy } from '@/lib/policies/registry';
import { replay } from '@/lib/engine/replay/replay';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';

interface Outcome {
  /** The first step that compacts; -1 where none does. */
  readonly first: number;
  /** The largest request; 200,819 is the one that the provider refuses. */
  readonly peak: number;
  /** What the policy counts at most. */
  readonly most?: number;
  readonly threshold?: number;
  readonly compactions?: number;
}

const REFUSED = { first: -1, peak: 200_819 } as const;
const incident = preparedSession(productionIncident.build());

it.each<[policy: string, settings: object, outcome: Outcome]>([
  ['agent-framework', {}, { ...REFUSED, most: 34_529 }],
  ['agent-framework-summarization', {}, { first: 3, peak: 176_910, compactions: 141 }],
  // Its JSON, chars ÷ 4 of texts, and no hidden tokens or tools: far below what the provider counts.
  ['ai-sdk-prune', {}, { ...REFUSED, most: 33_603 }],
  ['deepagents', {}, { ...REFUSED, most: 26_931, threshold: 170_000 }],
  // It does not look inside a turn.
  ['goose', {}, REFUSED],
  ['kimi', {}, REFUSED],
  ['kimi', { window: 200_000 }, { first: 143, peak: 167_071 }],
  ['langchain', {}, { ...REFUSED, most: 26_848, threshold: 160_000 }],
  ['langmem', {}, { ...REFUSED, most: 28_524 }],
  // Calls, and what the run adds that overflows, are not among the memory's texts.
  ['llamaindex', {}, { ...REFUSED, most: 12_760, threshold: 21_000 }],
  ['llamaindex-typescript', {}, { ...REFUSED, most: 11_886, threshold: 105_000 }],
  ['mastra-limiter', {}, { ...REFUSED, most: 26_290 }],
  ['mastra-observational', {}, { ...REFUSED, most: 28_069 }],
  ['openai-agents', {}, { first: 28, peak: 203_037, compactions: 1 }],
  // 156,002 of 167,000 at step 143; its own window fires long before.
  ['qwen', { window: 200_000 }, REFUSED],
  ['qwen', {}, { first: 32, peak: 193_099 }],
  // The request before had 150,000; the rest is its response, and 1.5 × what bytes ÷ 4 counts of the last message.
  ['roo', {}, { ...REFUSED, most: 158_973 }],
  ['strands-summarizing', {}, { first: 119, peak: 185_240 }],
  ['strands-sliding', {}, { first: 28, peak: 180_684 }],
])('the production incident under %s with %j: %o', (id, settings, outcome) => {
  const policy = findPolicy(id)!;
  const { columns } = replay(incident, policy, policy.settings.parse(settings));
  const compactions = columns.compacted.filter((one) => one === 1).length;
  expect({
    first: columns.compacted.indexOf(1),
    peak: Math.max(...columns.real),
    most: Math.max(...columns.decision),
    threshold: columns.threshold[0],
    compactions,
  }).toMatchObject(outcome);
});
