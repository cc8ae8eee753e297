/**
 * The log as the message list of an OpenAI-style agent: each response is a tool message of its own,
 * whatever else an entry holds is one more message behind them. Numbers only; a profile never
 * changes, so its list is made once.
 */
import type { Profile } from '@/lib/tokens/profile';

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
   * Prefix sums by the trigger's ruler: ⌊bytes / 4⌋ + 4 each, but 4 where the content is a list of
   * parts (inline data). Calls and their arguments, thoughts and other parts count nothing.
   */
  readonly sum: Int32Array;
  /** The same by the split's ruler, which reads the texts of part lists. */
  readonly splitSum: Int32Array;
}

const known = new WeakMap<Profile, Messages>();

/** The message list of a profile. */
export function messagesOf(profile: Profile): Messages {
  const made = known.get(profile) ?? listMessages(profile);
  known.set(profile, made);
  return made;
}

function listMessages({ entries, entryCount, responseStart }: Profile): Messages {
  const { kinds, inlines, responses, responseBytes } = entries;
  const first = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const tools = responses[entry] as number;
    const more = tools === 0 || (kinds.text[entry] as number) > 0;
    first[entry + 1] = (first[entry] as number) + tools + (more ? 1 : 0);
  }
  const count = first[entryCount] as number;
  const entryOf = new Int32Array(count);
  const toolBytes = new Int32Array(count).fill(-1);
  const tools = new Int32Array(responseBytes.length);
  const sum = new Int32Array(count + 1);
  const splitSum = new Int32Array(count + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const from = first[entry] as number;
    const own = responses[entry] as number;
    const responsesFrom = responseStart[entry] as number;
    for (let m = from; m < (first[entry + 1] as number); m++) {
      entryOf[m] = entry;
      const tool = m - from < own;
      const bytes = tool ? (responseBytes[responsesFrom + m - from] as number) : 0;
      if (tool) {
        toolBytes[m] = bytes;
        tools[responsesFrom + m - from] = m;
      }
      const text = tool ? Math.floor(bytes / 4) : (kinds.text[entry] as number);
      const listed = !tool && (inlines[entry] as number) > 0;
      sum[m + 1] = (sum[m] as number) + MESSAGE_OVERHEAD + (listed ? 0 : text);
      splitSum[m + 1] = (splitSum[m] as number) + MESSAGE_OVERHEAD + text;
    }
  }
  return { count, first, entryOf, toolBytes, tools, sum, splitSum };
}
