/**
 * Characters that a session's entries take as the messages that OpenCode measures: the AI SDK's, as JSON. They
 * are UTF-16 units, escapes among them.
 */
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';

/** The list around the messages, less the comma behind the last. */
export const BRACKETS = 1;

/** Characters around a message of the user, of the model, of a tool, with the comma behind it. */
const MESSAGE = { user: 29, model: 34, tool: 29 } as const;
/** Characters around a text, a call, a result (its tool's name among them); a comma stands between two. */
const PART = { text: 25, call: 59, result: 92 } as const;

/** Prefix sums over entries. */
export function jsonCharacters(profile: Profile): Int32Array {
  const { entries, entryCount } = profile;
  const sum = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const answers = intAt(entries.responses, entry);
    const own = answers > 0 ? resultCharacters(profile, entry) : messageCharacters(profile, entry);
    sum[entry + 1] = intAt(sum, entry) + own;
  }
  return sum;
}

function messageCharacters({ entries }: Profile, entry: number): number {
  const user = (byteAt(entries.flags, entry) & entryFlag.user) !== 0;
  const calls = intAt(entries.calls, entry);
  const texts = intAt(entries.kinds.text, entry) > 0 ? 1 : 0;
  const parts = texts * PART.text + calls * PART.call + Math.max(0, texts + calls - 1);
  const contents = intAt(entries.units, entry) + intAt(entries.escapes, entry);
  return (user ? MESSAGE.user : MESSAGE.model) + parts + contents;
}

/** Results of one response are one message; the id stands in the call as well. */
function resultCharacters({ entries, responseStart }: Profile, entry: number): number {
  const follows = entry > 0 && intAt(entries.responses, entry - 1) > 0;
  let characters = (follows ? 0 : MESSAGE.tool) + intAt(entries.escapes, entry);
  for (let k = intAt(responseStart, entry); k < intAt(responseStart, entry + 1); k++) {
    const between = follows || k > intAt(responseStart, entry) ? 1 : 0;
    const id = 2 * intAt(entries.responseIds, k);
    characters += PART.result + between + intAt(entries.responseUnits, k) + id;
  }
  return characters;
}
