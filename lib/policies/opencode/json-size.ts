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
/**
 * Characters around the data of a picture that a tool gave, and of the user's: it has a name, as long as that of a pasted
 * one.
 */
const FILE = { tool: 71, user: 71 + '"filename":"clipboard",'.length } as const;
/** The text before the pictures of tools, which follow the results as a message of the user's. */
const ATTACHED = PART.text + 'Attached media from tool result:'.length;
/** What the size of a picture holds of its type, in quarters: of image/png, image/jpeg, image/webp. */
const TYPE = 2;

/** Prefix sums over entries. */
export function jsonCharacters(profile: Profile): Int32Array {
  const { entries, entryCount } = profile;
  const sum = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const answers = intAt(entries.responses, entry);
    const own = answers > 0 ? resultCharacters(profile, entry) : messageCharacters(profile, entry);
    sum[entry + 1] = intAt(sum, entry) + own + pictureCharacters(profile, entry);
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

/** Pictures with all their data, in base64: a profile holds its bytes by fours. */
function pictureCharacters({ entries }: Profile, entry: number): number {
  const pictures = intAt(entries.inlines, entry);
  if (pictures === 0) return 0;
  const bytes = 4 * (intAt(entries.kinds.inline, entry) - pictures * TYPE);
  const data = 4 * Math.ceil(bytes / 3);
  if (intAt(entries.responses, entry) === 0) return data + pictures * (FILE.user + 1);
  let first = entry;
  while (first > 0 && intAt(entries.responses, first - 1) > 0) first--;
  const before = entries.inlines.subarray(first, entry).some((count) => count > 0);
  return data + pictures * (FILE.tool + 1) + (before ? 0 : MESSAGE.user + ATTACHED);
}
