/** Bytes that a session's entries take as the messages that OpenCode measures: the AI SDK's, as JSON. */
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';

/** The list around the messages, less the comma behind the last. */
export const BRACKETS = 1;

/** Bytes around a message of the user, of the model, of a tool, with the comma behind it. */
const MESSAGE = { user: 29, model: 34, tool: 29 } as const;
/** Bytes around a text, a call (its two arguments' syntax included), a result (its tool's name too). */
const PART = { text: 25, call: 73, result: 93 } as const;
/** A printed response besides its text: `map[result:…]`. */
const PRINTED = 12;

/** Prefix sums over entries; escapes are not in the sizes, and texts are known to within 3 bytes. */
export function jsonBytes(profile: Profile): Int32Array {
  const { entries, entryCount } = profile;
  const sum = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const answers = intAt(entries.responses, entry);
    const bytes = answers > 0 ? resultBytes(profile, entry) : messageBytes(profile, entry);
    sum[entry + 1] = intAt(sum, entry) + bytes;
  }
  return sum;
}

function messageBytes({ entries }: Profile, entry: number): number {
  const user = (byteAt(entries.flags, entry) & entryFlag.user) !== 0;
  const calls = intAt(entries.calls, entry);
  const text = intAt(entries.kinds.text, entry) > 0 ? PART.text : 0;
  const contents = 4 * intAt(entries.ceiled, entry);
  return (user ? MESSAGE.user : MESSAGE.model) + text + calls * PART.call + contents;
}

/** Results of one response are one message; the id stands in the call as well. */
function resultBytes({ entries, responseStart }: Profile, entry: number): number {
  const follows = entry > 0 && intAt(entries.responses, entry - 1) > 0;
  let bytes = follows ? 0 : MESSAGE.tool;
  for (let k = intAt(responseStart, entry); k < intAt(responseStart, entry + 1); k++) {
    const printed = Math.max(0, intAt(entries.responseBytes, k) - PRINTED);
    bytes += PART.result + printed + 2 * intAt(entries.responseIds, k);
  }
  return bytes;
}
