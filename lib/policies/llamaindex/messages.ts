import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';
import { messagesOf, responseUnitsOf } from '@/lib/engine/mechanisms/messages';

/** Chars of `{'tool_call_id': ''}`, and of an id where none is recorded. */
const TOOL_ID = 20;
const ID = 29;

export const quarter = (chars: number): number => Math.ceil(chars / 4);

/** A log as LlamaIndex's messages, numbers only: each response is a message of its own. Calls count nothing. */
export interface MemoryMessages {
  /** First message of each entry; the last item is the number of messages. */
  readonly first: Int32Array;
  readonly entryOf: Int32Array;
  /** Prefix sums of the chars of their texts, one longer than the messages. */
  readonly chars: Int32Array;
  /** The same in tokens as Python's memory counts them: each text by itself, and the id of a tool's call. */
  readonly tokens: Int32Array;
  /** 1 for a message of the user's that is no tool's. */
  readonly users: Uint8Array;
}

/** The messages of a profile, made once. */
export const memoryMessages = oncePer(listed);

function listed(profile: Profile): MemoryMessages {
  const { entries, entryCount, responseStart } = profile;
  const { first, entryOf, count } = messagesOf(profile);
  const chars = new Int32Array(count + 1);
  const tokens = new Int32Array(count + 1);
  const users = new Uint8Array(count);
  for (let entry = 0; entry < entryCount; entry++) {
    let m = intAt(first, entry);
    const from = intAt(responseStart, entry);
    for (let r = from; r < from + intAt(entries.responses, entry); r++, m++) {
      const text = intAt(entries.responseUnits, r);
      const id = quarter(TOOL_ID + (intAt(entries.responseIds, r) || ID));
      chars[m + 1] = intAt(chars, m) + text;
      tokens[m + 1] = intAt(tokens, m) + quarter(text) + id;
    }
    if (m === intAt(first, entry + 1)) continue;
    const text = textOf(profile, entry);
    chars[m + 1] = intAt(chars, m) + text;
    tokens[m + 1] = intAt(tokens, m) + quarter(text);
    users[m] = (byteAt(entries.flags, entry) & entryFlag.user) === 0 ? 0 : 1;
  }
  return { first, entryOf, chars, tokens, users };
}

/** Chars of an entry's texts; where calls stand beside them, of their whole tokens. */
function textOf(profile: Profile, entry: number): number {
  const { units, thoughtUnits, calls, kinds } = profile.entries;
  if (intAt(calls, entry) > 0) return 4 * intAt(kinds.text, entry);
  return intAt(units, entry) - intAt(thoughtUnits, entry) - responseUnitsOf(profile, entry);
}
