import { intAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';

/** The results of one tool in a log. */
export interface ToolOutputs {
  readonly tool: string;
  readonly results: number;
  /** Heuristic tokens of its printed results: bytes / 4 of each. */
  readonly tokens: number;
  readonly largest: number;
}

/** A printed result: its place in the log, and the index of its tool among the names; −1 for none. */
export interface Output {
  readonly entry: number;
  readonly bytes: number;
  readonly tool: number;
}

/** Every printed result of a log, in its order. */
export function outputsOf(profile: Profile, tools: ToolNames | null): readonly Output[] {
  const { responseStart, entries, entryCount } = profile;
  const outputs: Output[] = [];
  for (let entry = 0; entry < entryCount; entry++) {
    const end = intAt(responseStart, entry + 1);
    for (let k = intAt(responseStart, entry); k < end; k++) {
      const tool = tools?.results[k] ?? -1;
      outputs.push({ entry, bytes: intAt(entries.responseBytes, k), tool });
    }
  }
  return outputs;
}

/** The tools of a log by the tokens of their results, the largest first; results without a name are in none. */
export function toolOutputs(
  outputs: readonly Output[],
  tools: ToolNames | null,
): readonly ToolOutputs[] {
  return (tools?.names ?? [])
    .map((tool, index) => {
      const sizes = outputs.filter((one) => one.tool === index).map(({ bytes }) => bytes >> 2);
      return {
        tool,
        results: sizes.length,
        tokens: sizes.reduce((sum, size) => sum + size, 0),
        largest: sizes.reduce((most, size) => Math.max(most, size), 0),
      };
    })
    .filter(({ results }) => results > 0)
    .sort((a, b) => b.tokens - a.tokens);
}
