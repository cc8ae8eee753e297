import { oncePer } from '@/lib/engine/base/once/once-per';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';

const { user: USER, response: RESPONSE, call: CALL } = entryFlag;

/** Flags of Strands' messages: of the user's, with results of tools, with calls of them. */
export const strandsFlag = { user: 1, result: 2, call: 4 } as const;

/** A log as Strands' messages: the results of one batch of calls are one message. */
interface StrandsMessages {
  /** First entry of each message; the last item is the number of entries. */
  readonly starts: Int32Array;
  /** Message of each entry; the last item is the number of messages. */
  readonly messageOf: Int32Array;
  readonly flags: Uint8Array;
}

/** The messages of a profile, made once. */
export const strandsMessages = oncePer(listed);

function listed({ entries, entryCount }: Profile): StrandsMessages {
  const messageOf = new Int32Array(entryCount + 1);
  const starts: number[] = [];
  const flags: number[] = [];
  for (let entry = 0; entry < entryCount; entry++) {
    const own = flagsOf(byteAt(entries.flags, entry));
    const { result } = strandsFlag;
    const before = flags.at(-1) ?? 0;
    if ((own & result) === 0 || (before & result) === 0) {
      starts.push(entry);
      flags.push(own);
    }
    messageOf[entry] = starts.length - 1;
  }
  messageOf[entryCount] = starts.length;
  return {
    starts: Int32Array.from([...starts, entryCount]),
    messageOf,
    flags: Uint8Array.from(flags),
  };
}

const flagsOf = (flags: number): number =>
  ((flags & USER) !== 0 ? strandsFlag.user : 0) |
  ((flags & RESPONSE) !== 0 ? strandsFlag.result : 0) |
  ((flags & CALL) !== 0 ? strandsFlag.call : 0);

/**
 * The messages that an agent holds: one in front (a summary, or a user's message that stays), then those of the log from
 * an entry on. One object for a whole replay.
 */
export class AgentMessages {
  readonly #list: StrandsMessages;
  #lead = 0;
  #from = 0;
  #to = 0;
  #entries = 0;

  constructor(profile: Profile) {
    this.#list = strandsMessages(profile);
  }

  /** The messages of the entries [from, to), behind `lead` others. */
  begin(from: number, to: number, lead: number): void {
    const { messageOf } = this.#list;
    this.#lead = lead;
    this.#entries = to;
    this.#from = intAt(messageOf, from);
    this.#to = to > from ? intAt(messageOf, to - 1) + 1 : this.#from;
  }

  get length(): number {
    return this.#lead + this.#to - this.#from;
  }

  /** Entry with which a message begins; the end behind the last. */
  entryAt(at: number): number {
    const message = this.#from + at - this.#lead;
    return message < this.#to ? intAt(this.#list.starts, message) : this.#entries;
  }

  /** Flags of a message: a user's without any for one in front, 0 behind the last. */
  flags(at: number): number {
    if (at < this.#lead) return strandsFlag.user;
    const message = this.#from + at - this.#lead;
    return message < this.#to ? byteAt(this.#list.flags, message) : 0;
  }

  has(at: number, flag: number): boolean {
    return (this.flags(at) & flag) !== 0;
  }
}
