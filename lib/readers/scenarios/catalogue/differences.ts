import { readDifferences } from './read-table';

/** Disagreements between the seeds' documents and the reference's vectors, by scenario name. */
export const differences = readDifferences(`
200k_ToolHeavy | tools
  10k-20k | 10,000, 5,000 and 20,000 bytes
  The second of the three tools answers with half of what the table says.

200k_SingleGiantToolResponse | size
  “larger than the window” | 300,000 bytes: 75,007 heuristic, 150,014 real tokens of 200,000
  Characters are compared with tokens; nothing fires and nothing overflows.

200k_LateUsageMetadata, part 1 of 2 | turns
  one session: 5 turns without usage at 2.0, then 20 with usage at 2.5 | two sessions that share nothing
  The test starts a second simulator for its second part, so no state passes from one to the other (golden README, 12).

200k_LateUsageMetadata, part 2 of 2 | turns
  one session: 5 turns without usage at 2.0, then 20 with usage at 2.5 | two sessions that share nothing
  The test starts a second simulator for its second part, so no state passes from one to the other (golden README, 12).

200k_NoUsageMetadata | factor
  default factor 1.5 | default factor 2.5
  todos-and-proposals.md was written when the factor was 1.5 (golden README, 1).

8k_LargeToolResponse | size
  “2.5x the window” | 20,000 bytes: 9,009 real tokens, 1.1 of the window
  Characters are compared with tokens.

CompactionNoInfiniteLoop | outcome
  no compaction loops | compacts on 5 of 5 steps
  The loop flag of the reference’s simulator can never be set (golden README, 10).

CompactionNoInfiniteLoop | size
  12k system prompt “(> window)” | 12,000 bytes: 7,500 real tokens of 8,000
  Characters are compared with tokens.

8k_HeavyToolDefinitions | outcome
  no compaction loops | compacts on 40 of 40 steps
  The loop flag of the reference’s simulator can never be set (golden README, 10).

8k_SystemPromptLargerThanWindow | outcome
  no compaction loops | compacts on 10 of 10 steps
  The loop flag of the reference’s simulator can never be set (golden README, 10).

8k_SystemPromptLargerThanWindow | size
  15k system prompt > 8k window | 15,000 bytes: 7,500 real tokens of 8,000
  Characters are compared with tokens.

8k_ToolResponseBiggerThanWindow | size
  5× window | 40,000 bytes: 20,008 real tokens, 2.5 × the window
  Characters are compared with tokens.

4k_ToolResponseExceedsWindow | size
  5× window | 20,000 bytes: 10,010 real tokens, 2.5 × the window
  Characters are compared with tokens.

8k_NoUsageMetadata_HighRatio | factor
  “at default factor limit” | ratio 2.0, default factor 2.5
  Written when the default factor was 2.0 (golden README, 1).

8k_CompactionEveryStep | outcome
  “CompactionEveryStep” | compacts on 15 of 60 steps
  After a compaction the next turn fits once.

8k_CorrectionFactorDrift | ratio
  “testing drift” | 1.5 in every turn
  The test keeps one ratio, so the correction never drifts (golden README, 12).

8k_ToolChain_MultipleRoundtrips | calls
  “multiple roundtrips” | 5 calls in parallel: one round trip a turn
  The simulator puts the calls of a turn into one entry unless they are marked as sequential.
`);

/** Reasons why the policy cannot do better on a scenario, as its authors document them; by name. */
export const limitations: Readonly<Record<string, string>> = {
  '8k_NoUsageMetadata_BeyondDefault':
    'The provider reports no usage and counts 3.0 tokens for each heuristic one, more than the default factor of 2.5 assumes: the policy cannot learn the real ratio. Requests of up to 7,677 real tokens pass below its threshold of 6,400; from a ratio of 3.13 on they overflow. Such providers need WithMaxTokens with a conservative value.',
};
