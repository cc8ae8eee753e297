import type { Difference } from './definition';

/** Where the seeds' documents and the reference's vectors disagree, by the scenario's name. */
export const differences: Readonly<Record<string, readonly Difference[]>> = {
  '200k_ToolHeavy': [
    {
      what: 'tools',
      document: '10k-20k',
      vectors: '10,000, 5,000 and 20,000 bytes',
      reason: 'The second of the three tools answers with half of what the table says.',
    },
  ],
  '200k_SingleGiantToolResponse': [
    {
      what: 'size',
      document: '“larger than the window”',
      vectors: '300,000 bytes: 75,007 heuristic, 150,014 real tokens of 200,000',
      reason: 'Characters are compared with tokens; nothing fires and nothing overflows.',
    },
  ],
  '200k_LateUsageMetadata, part 1 of 2': [
    {
      what: 'turns',
      document: 'one session: 5 turns without usage at 2.0, then 20 with usage at 2.5',
      vectors: 'two sessions that share nothing',
      reason:
        'The test starts a second simulator for its second part, so no state passes from one to the other (golden README, 12).',
    },
  ],
  '200k_LateUsageMetadata, part 2 of 2': [
    {
      what: 'turns',
      document: 'one session: 5 turns without usage at 2.0, then 20 with usage at 2.5',
      vectors: 'two sessions that share nothing',
      reason:
        'The test starts a second simulator for its second part, so no state passes from one to the other (golden README, 12).',
    },
  ],
  '200k_NoUsageMetadata': [
    {
      what: 'factor',
      document: 'default factor 1.5',
      vectors: 'default factor 2.5',
      reason: 'todos-and-proposals.md was written when the factor was 1.5 (golden README, 1).',
    },
  ],
  '8k_LargeToolResponse': [
    {
      what: 'size',
      document: '“2.5x the window”',
      vectors: '20,000 bytes: 9,009 real tokens, 1.1 of the window',
      reason: 'Characters are compared with tokens.',
    },
  ],
  CompactionNoInfiniteLoop: [
    {
      what: 'outcome',
      document: 'no compaction loops',
      vectors: 'compacts on 5 of 5 steps',
      reason: 'The loop flag of the reference’s simulator can never be set (golden README, 10).',
    },
    {
      what: 'size',
      document: '12k system prompt “(> window)”',
      vectors: '12,000 bytes: 7,500 real tokens of 8,000',
      reason: 'Characters are compared with tokens.',
    },
  ],
  '8k_HeavyToolDefinitions': [
    {
      what: 'outcome',
      document: 'no compaction loops',
      vectors: 'compacts on 40 of 40 steps',
      reason: 'The loop flag of the reference’s simulator can never be set (golden README, 10).',
    },
  ],
  '8k_SystemPromptLargerThanWindow': [
    {
      what: 'outcome',
      document: 'no compaction loops',
      vectors: 'compacts on 10 of 10 steps',
      reason: 'The loop flag of the reference’s simulator can never be set (golden README, 10).',
    },
    {
      what: 'size',
      document: '15k system prompt > 8k window',
      vectors: '15,000 bytes: 7,500 real tokens of 8,000',
      reason: 'Characters are compared with tokens.',
    },
  ],
  '8k_ToolResponseBiggerThanWindow': [
    {
      what: 'size',
      document: '5× window',
      vectors: '40,000 bytes: 20,008 real tokens, 2.5 × the window',
      reason: 'Characters are compared with tokens.',
    },
  ],
  '4k_ToolResponseExceedsWindow': [
    {
      what: 'size',
      document: '5× window',
      vectors: '20,000 bytes: 10,010 real tokens, 2.5 × the window',
      reason: 'Characters are compared with tokens.',
    },
  ],
  '8k_NoUsageMetadata_HighRatio': [
    {
      what: 'factor',
      document: '“at default factor limit”',
      vectors: 'ratio 2.0, default factor 2.5',
      reason: 'Written when the default factor was 2.0 (golden README, 1).',
    },
  ],
  '8k_CompactionEveryStep': [
    {
      what: 'outcome',
      document: '“CompactionEveryStep”',
      vectors: 'compacts on 15 of 60 steps',
      reason: 'After a compaction the next turn fits once.',
    },
  ],
  '8k_CorrectionFactorDrift': [
    {
      what: 'ratio',
      document: '“testing drift”',
      vectors: '1.5 in every turn',
      reason: 'The test keeps one ratio, so the correction never drifts (golden README, 12).',
    },
  ],
  '8k_ToolChain_MultipleRoundtrips': [
    {
      what: 'calls',
      document: '“multiple roundtrips”',
      vectors: '5 calls in parallel: one round trip a turn',
      reason:
        'The simulator puts the calls of a turn into one entry unless it is told that they are sequential.',
    },
  ],
};
