/**
 * The log as the message list of an OpenAI-style agent: each response is a tool message of its own,
 * whatever else an entry holds is one more message behind them. Numbers only; a profile never
 * changes, so its list is made once.
 */
import { oncePer } from '@/lib/engine/base/once/once-per';
import { intAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';

/** Goat's overhead of a message: role and separators. */
export const MESSAGE_OVERHEAD = 4;

/** The messages of a log, and how Goat counts them. Prefix sums are one longer than their items. */
export interface Messages {
  readonly count: number;
  /** First message of each entry; the last item is the number of messages. */
  readonly first: Int32Array;
  readonly entryOf: Int32Array;
  /** Printed bytes of a tool message; −1 for any other. */
  readonly toolBytes: Int32Array;
  /** The tool message of each response, in log order. */
  readonly tools: Int32Array;
  /**
   * Prefix sums by the trigger's estimator: ⌊bytes / 4⌋ + 4 each, but 4 where the content is a list of
   * parts (inline data). Calls and their arguments, thoughts and other parts count nothing.
   */
  readonly sum: Int32Array;
  /** Sums by the split's estimator, which reads the texts of part lists. */
  readonly splitSum: Int32Array;
}

/** The message list of a profile. */
export const messagesOf = oncePer(listMessages);

function listMessages({ entries, entryCount, responseStart }: Profile): Messages {
  const { kinds, inlines, responses, responseBytes } = entries;
  const first = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const tools = intAt(responses, entry);
    const more = tools === 0 || intAt(kinds.text, entry) > 0;
    first[entry + 1] = intAt(first, entry) + tools + (more ? 1 : 0);
  }
  const count = intAt(first, entryCount);
  const entryOf = new Int32Array(count);
  const toolBytes = new Int32Array(count).fill(-1);
  const tools = new Int32Array(responseBytes.length);
  const sum = new Int32Array(count + 1);
  const splitSum = new Int32Array(count + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const from = intAt(first, entry);
    const own = intAt(responses, entry);
    const responsesFrom = intAt(responseStart, entry);
    for (let m = from; m < intAt(first, entry + 1); m++) {
      entryOf[m] = entry;
      const tool = m - from < own;
      const bytes = tool ? intAt(responseBytes, responsesFrom + m - from) : 0;
      if (tool) {
        toolBytes[m] = bytes;
        tools[responsesFrom + m - from] = m;
      }
      const text = tool ? Math.floor(bytes / 4) : intAt(kinds.text, entry);
      const listed = !tool && intAt(inlines, entry) > 0;
      sum[m + 1] = intAt(sum, m) + MESSAGE_OVERHEAD + (listed ? 0 : text);
      splitSum[m + 1] = intAt(splitSum, m) + MESSAGE_OVERHEAD + text;
    }
  }
  return { count, first, entryOf, toolBytes, tools, sum, splitSum };
}

/** UTF-16 units of the tool responses of an entry. */
export function responseUnitsOf({ entries, responseStart }: Profile, entry: number): number {
  const from = intAt(responseStart, entry);
  let units = 0;
  for (let r = from; r < from + intAt(entries.responses, entry); r++) {
    units += intAt(entries.responseUnits, r);
  }
  return units;
}
