/**
 * The column “What it validates” of todos-and-proposals.md, Proposal 6, word for word, by scenario name.
 * Every one of those tests also asserts that nothing overflows and that no compaction loops.
 */
import type { ExpectedOutcome } from './definition';

/** A test's purpose in its document's words, and the compactions that the words promise. */
export interface Validated {
  readonly words: string;
  readonly least: number;
  /** Infinity where the words set no most. */
  readonly most: number;
}

const says = (words: string, least = 0, most = Infinity): Validated => ({ words, least, most });

export const validated: Readonly<Record<string, Validated>> = {
  '200k_NormalConversation': says("Short messages don't trigger unnecessary compaction", 0, 0),
  '200k_ToolHeavy': says('Multiple compactions with heavy tool usage', 2),
  '200k_SingleGiantToolResponse': says('Session survives a tool response larger than the window'),
  '200k_ToolBurst_10Parallel': says("10 tools in one turn doesn't overflow"),
  '8k_NormalConversation': says('Long text-only messages trigger compaction in small window', 1),
  '8k_SmallToolCalls': says('Text + small tools compact properly', 1),
  '8k_LargeToolResponse': says('Tool response 2.5x the window compacts on next turn', 1),
  '200k_NoUsageMetadata': says('Pure heuristic mode (default 1.5x factor) works'),
  '8k_NoUsageMetadata': says('Pure heuristic compacts in small window', 1),
  '200k_LongRunning_50Turns': says("Long session with periodic tools doesn't loop"),
  '8k_LongRunning_40Turns': says('Multiple compactions across long text session', 2),
  '200k_MassiveToolBurst': says('750k chars of tool responses in one turn'),
  '8k_ToolBurst': says("Tool burst in small window doesn't overflow"),
  '200k_HighTokenRatio': says('3x underestimation handled by calibration'),
  '8k_HighTokenRatio': says('High ratio + small window compacts correctly', 1),
  '200k_LargeSystemPrompt': says('50k-char system prompt (12.5k heuristic tokens)'),
  '8k_LargeSystemPrompt': says('8k-char system prompt eats 25% of small window'),
  CompactionNoInfiniteLoop: says("12k-char system prompt (> window) doesn't cause loop"),
  '200k_LateUsageMetadata, part 1 of 2': says('Transition from heuristic to calibrated mode'),
  '200k_LateUsageMetadata, part 2 of 2': says('Transition from heuristic to calibrated mode'),
  '8k_RepeatedCompactions': says('≥6 compactions, no overflow, no loops', 6),
  '200k_RepeatedCompactions': says('≥3 compactions in heavy 200k session', 3),
  '8k_OnlyToolResponses': says('Minimal text, dominated by tool responses'),
  '200k_VeryHighTokenRatio_4x': says('Extreme 4x tokenizer ratio'),
  '8k_RapidFireShortMessages': says('Many short messages over long session'),
  '200k_100Turns_MixedWorkload': says('Long session with varied tool sizes'),
  '8k_AlternatingToolAndText': says('Alternating patterns compact correctly', 1),
};

/** True if a test does what it is said to validate, and neither overflows nor loops. */
export const holds = ({ least, most }: Validated, outcome: ExpectedOutcome): boolean =>
  outcome.overflowSteps === 0 &&
  !outcome.loop &&
  outcome.compactions >= least &&
  outcome.compactions <= most;
